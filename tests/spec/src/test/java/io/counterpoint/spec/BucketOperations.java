package io.counterpoint.spec;

import com.mongodb.client.gridfs.GridFSBucket;
import com.mongodb.client.gridfs.model.GridFSDownloadOptions;
import com.mongodb.client.gridfs.model.GridFSUploadOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.HexFormat;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonValue;
import org.bson.Document;
import org.jspecify.annotations.Nullable;

/** Files in a GridFS bucket. */
final class BucketOperations {
    private BucketOperations() {}

    static @Nullable BsonValue run(String name, GridFSBucket in, Arguments arguments) {
        switch (name) {
            case "upload" -> {
                return upload(in, arguments);
            }
            case "download" -> {
                BsonValue id = arguments.required("id");
                arguments.requireAllRead();
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                in.downloadToStream(id, bytes);
                return new BsonBinary(bytes.toByteArray());
            }
            case "downloadByName" -> {
                GridFSDownloadOptions options = new GridFSDownloadOptions();
                arguments.with(
                        "revision", value -> options.revision(value.asNumber().intValue()));
                String file = arguments.text("filename");
                arguments.requireAllRead();
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                in.downloadToStream(file, bytes, options);
                return new BsonBinary(bytes.toByteArray());
            }
            case "delete" -> {
                BsonValue id = arguments.required("id");
                arguments.requireAllRead();
                in.delete(id);
                return null;
            }
            case "rename" -> {
                BsonValue id = arguments.required("id");
                String renamed = arguments.text("newFilename");
                arguments.requireAllRead();
                in.rename(id, renamed);
                return null;
            }
            default -> throw new NotRunnable("unknown operation: " + name);
        }
    }

    private static BsonValue upload(GridFSBucket in, Arguments arguments) {
        GridFSUploadOptions options = new GridFSUploadOptions();
        arguments
                // The driver computes no checksums, so there is nothing to switch off.
                .withFlag("disableMD5", ignored -> {})
                .with(
                        "chunkSizeBytes",
                        value -> options.chunkSizeBytes(value.asNumber().intValue()))
                .with(
                        "metadata",
                        value -> options.metadata(
                                Document.parse(value.asDocument().toJson())));
        String file = arguments.text("filename");
        BsonDocument source = arguments.document("source");
        arguments.requireAllRead();
        byte[] bytes = HexFormat.of().parseHex(source.getString("$$hexBytes").getValue());
        return new BsonObjectId(in.uploadFromStream(file, new ByteArrayInputStream(bytes), options));
    }
}
