package io.counterpoint.wire.codec;

import io.counterpoint.wire.command.CommandReply;
import org.jspecify.annotations.Nullable;

/**
 * One reply on its way to the socket.
 *
 * @param requestId the server's number for the message
 * @param responseTo the number of the request, or of the reply before in a stream
 * @param legacy whether it goes as OP_REPLY
 * @param moreToCome whether another reply follows without being asked for
 * @param compressor what to compress it with; null for nothing
 * @param reply the document
 */
public record ReplyMessage(
        int requestId,
        int responseTo,
        boolean legacy,
        boolean moreToCome,
        @Nullable Compressor compressor,
        CommandReply reply) {}
