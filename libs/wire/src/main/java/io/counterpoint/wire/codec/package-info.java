/**
 * The MongoDB wire protocol between bytes and messages: {@link io.counterpoint.wire.codec.MessageDecoder} cuts the
 * stream into messages and parses them, {@link io.counterpoint.wire.codec.MessageEncoder} writes replies. Both are
 * Netty handlers, used by {@code io.counterpoint.wire.server} and by nothing else.
 *
 * <p>Source: MongoDB's manual, "MongoDB Wire Protocol"; driver specifications "OP_MSG" and "Wire Compression".
 */
@NullMarked
package io.counterpoint.wire.codec;

import org.jspecify.annotations.NullMarked;
