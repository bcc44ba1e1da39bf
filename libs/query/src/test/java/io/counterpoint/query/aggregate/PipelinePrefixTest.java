package io.counterpoint.query.aggregate;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.counterpoint.bson.json.ExtendedJson;
import io.counterpoint.query.QueryContext;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;

final class PipelinePrefixTest {
    @Test
    void filterSortAndLimitAreSeen() {
        PipelinePrefix prefix = prefix("[{$match: {a: 1}}, {$sort: {b: 1}}, {$skip: 2}, {$limit: 3}, {$count: 'n'}]");
        assertThat(requireNonNull(prefix.filter()).source()).isEqualTo(BsonDocument.parse("{a: 1}"));
        assertThat(requireNonNull(prefix.sort()).fields()).hasSize(1);
        assertThat(prefix.limit()).isEqualTo(OptionalLong.of(5));
        assertThat(prefix.stagesAfterFilter()).isEqualTo(1);
        assertThat(prefix.stagesAfterSort()).isEqualTo(2);
    }

    @Test
    void sortWithoutFilter() {
        PipelinePrefix prefix = prefix("[{$sort: {b: 1}}, {$match: {a: 1}}]");
        assertThat(prefix.filter()).isNull();
        assertThat(prefix.sort()).isNotNull();
        assertThat(prefix.limit()).isEmpty();
        assertThat(prefix.stagesAfterFilter()).isZero();
        assertThat(prefix.stagesAfterSort()).isEqualTo(1);
    }

    @Test
    void limitWithoutSort() {
        PipelinePrefix prefix = prefix("[{$match: {a: 1}}, {$limit: 3}]");
        assertThat(prefix.sort()).isNull();
        assertThat(prefix.limit()).isEqualTo(OptionalLong.of(3));
        assertThat(prefix.stagesAfterSort()).isEqualTo(1);
    }

    @Test
    void otherStagesHideWhatFollows() {
        PipelinePrefix prefix = prefix("[{$unwind: '$a'}, {$match: {a: 1}}, {$limit: 3}]");
        assertThat(prefix.filter()).isNull();
        assertThat(prefix.sort()).isNull();
        assertThat(prefix.limit()).isEmpty();
    }

    private static PipelinePrefix prefix(String stages) {
        return Pipeline.parse(ExtendedJson.parseValue(stages).asArray(), QueryContext.plain())
                .prefix();
    }
}
