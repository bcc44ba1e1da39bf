package io.counterpoint.query.aggregate.stage;

import static io.counterpoint.query.aggregate.flow.StageAbility.FROM_ROUTER;
import static io.counterpoint.query.aggregate.flow.StageAbility.IN_FACET;
import static io.counterpoint.query.aggregate.flow.StageAbility.IN_LOOKUP;
import static io.counterpoint.query.aggregate.flow.StageAbility.IN_UPDATE;
import static io.counterpoint.query.aggregate.flow.StageAbility.LAST;
import static io.counterpoint.query.aggregate.flow.StageAbility.ON_SHARDS;
import static io.counterpoint.query.aggregate.flow.StageAbility.OUTSIDE_TRANSACTIONS;
import static io.counterpoint.query.aggregate.flow.StageAbility.SOURCE;
import static io.counterpoint.query.aggregate.flow.StageAbility.UNSTABLE;
import static io.counterpoint.query.aggregate.flow.StageAbility.WITHOUT_COLLECTION;

import io.counterpoint.query.aggregate.flow.Stage;
import io.counterpoint.query.aggregate.flow.StageAbility;
import io.counterpoint.query.aggregate.flow.StageEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The list of stages, sorted by name. */
public final class Stages {
    private static final List<StageEntry> ENTRIES = List.of(
            entry("$_mergeGroup", "router's half of $group", GroupStage::parseMerge, FROM_ROUTER),
            entry("$_mergeSample", "router's half of $sample", SampleStage::parseMerge, FROM_ROUTER),
            entry("$_partialGroup", "shard's half of $group", GroupStage::parsePartial, FROM_ROUTER, ON_SHARDS),
            entry("$_partialSample", "shard's half of $sample", SampleStage::parsePartial, FROM_ROUTER, ON_SHARDS),
            entry("$_sortedDensify", "router's half of $densify", DensifyStage::parseSorted, FROM_ROUTER),
            entry(
                    "$_sortedWindowFields",
                    "router's half of $setWindowFields",
                    SetWindowFieldsStage::parseSorted,
                    FROM_ROUTER),
            entry(
                    "$addFields",
                    "adds and replaces fields",
                    AddFieldsStage::parse,
                    IN_FACET,
                    IN_LOOKUP,
                    IN_UPDATE,
                    ON_SHARDS),
            entry("$bucket", "groups by ranges", BucketStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry("$bucketAuto", "groups by ranges of equal count", BucketAutoStage::parse, IN_FACET, IN_LOOKUP),
            entry(
                    "$changeStream",
                    "refused: there is no replication log",
                    (argument, parsing) -> {
                        throw ChangeStreamStage.refusal();
                    },
                    SOURCE),
            entry(
                    "$collStats",
                    "statistics of the collection",
                    CollStatsStage::parse,
                    SOURCE,
                    IN_LOOKUP,
                    ON_SHARDS,
                    OUTSIDE_TRANSACTIONS),
            entry("$count", "counts documents", CountStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry(
                    "$currentOp",
                    "running operations",
                    CurrentOpStage::parse,
                    SOURCE,
                    WITHOUT_COLLECTION,
                    OUTSIDE_TRANSACTIONS,
                    UNSTABLE),
            entry("$densify", "closes gaps between values", DensifyStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry(
                    "$documents",
                    "documents from an expression",
                    DocumentsStage::parse,
                    SOURCE,
                    WITHOUT_COLLECTION,
                    IN_LOOKUP),
            entry("$facet", "several pipelines over one input", FacetStage::parse, IN_LOOKUP),
            entry("$fill", "fills what is null or missing", FillStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry("$graphLookup", "follows references", GraphLookupStage::parse, IN_FACET, IN_LOOKUP),
            entry("$group", "groups and accumulates", GroupStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry(
                    "$indexStats",
                    "statistics of indexes",
                    IndexStatsStage::parse,
                    SOURCE,
                    IN_LOOKUP,
                    ON_SHARDS,
                    OUTSIDE_TRANSACTIONS,
                    UNSTABLE),
            entry("$limit", "the first documents only", LimitStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry(
                    "$listLocalSessions",
                    "sessions of this process",
                    ListSessionsStage::parseLocal,
                    SOURCE,
                    WITHOUT_COLLECTION,
                    OUTSIDE_TRANSACTIONS,
                    UNSTABLE),
            entry(
                    "$listSearchIndexes",
                    "refused: there are no search indexes",
                    (argument, parsing) -> {
                        throw ListSearchIndexesStage.refusal();
                    },
                    SOURCE),
            entry("$listSessions", "sessions", ListSessionsStage::parse, SOURCE, OUTSIDE_TRANSACTIONS, UNSTABLE),
            entry("$lookup", "joins another collection", LookupStage::parse, IN_FACET, IN_LOOKUP),
            entry("$match", "selects documents", MatchStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry("$merge", "writes into a collection", MergeStage::parse, LAST, OUTSIDE_TRANSACTIONS),
            entry("$out", "replaces a collection", OutStage::parse, LAST, OUTSIDE_TRANSACTIONS),
            entry(
                    "$project",
                    "keeps, drops and computes fields",
                    ProjectStage::parse,
                    IN_FACET,
                    IN_LOOKUP,
                    IN_UPDATE,
                    ON_SHARDS),
            entry("$redact", "prunes documents", RedactStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry(
                    "$replaceRoot",
                    "another document in the place of each",
                    ReplaceRootStage::parse,
                    IN_FACET,
                    IN_LOOKUP,
                    IN_UPDATE,
                    ON_SHARDS),
            entry(
                    "$replaceWith",
                    "short form of $replaceRoot",
                    ReplaceRootStage::parseShort,
                    IN_FACET,
                    IN_LOOKUP,
                    IN_UPDATE,
                    ON_SHARDS),
            entry("$sample", "documents chosen at random", SampleStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry(
                    "$set",
                    "another name of $addFields",
                    AddFieldsStage::parseAlias,
                    IN_FACET,
                    IN_LOOKUP,
                    IN_UPDATE,
                    ON_SHARDS),
            entry(
                    "$setWindowFields",
                    "adds what functions make of the documents around each",
                    SetWindowFieldsStage::parse,
                    IN_FACET,
                    IN_LOOKUP,
                    ON_SHARDS),
            entry("$skip", "all documents but the first", SkipStage::parse, IN_FACET, IN_LOOKUP),
            entry("$sort", "sorts", SortStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry("$sortByCount", "counts values", SortByCountStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS),
            entry("$unionWith", "adds another collection's documents", UnionWithStage::parse, IN_FACET, IN_LOOKUP),
            entry("$unset", "drops fields", UnsetStage::parse, IN_FACET, IN_LOOKUP, IN_UPDATE, ON_SHARDS),
            entry("$unwind", "a document for each element", UnwindStage::parse, IN_FACET, IN_LOOKUP, ON_SHARDS));

    private static final Map<String, StageEntry> BY_NAME =
            ENTRIES.stream().collect(Collectors.toUnmodifiableMap(StageEntry::name, Function.identity()));

    /** Stages of MongoDB that this server does not have. */
    private static final Set<String> NOT_SUPPORTED = Set.of(
            "$changeStreamSplitLargeEvent",
            "$geoNear",
            "$listSampledQueries",
            "$planCacheStats",
            "$querySettings",
            "$queryStats",
            "$rankFusion",
            "$search",
            "$searchMeta",
            "$shardedDataDistribution",
            "$vectorSearch");

    private Stages() {}

    /** All entries, sorted by name. */
    public static List<StageEntry> entries() {
        return ENTRIES;
    }

    /** The entry of a name with its dollar. */
    public static Optional<StageEntry> find(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Whether MongoDB has a stage of this name and this server does not. */
    public static boolean isKnownButNotSupported(String name) {
        return NOT_SUPPORTED.contains(name);
    }

    /** The entry of a stage. */
    public static StageEntry of(Stage stage) {
        return find(stage.name())
                .orElseThrow(() -> new IllegalStateException("a stage that is not listed: " + stage.name()));
    }

    private static StageEntry entry(String name, String help, StageEntry.Parser parser, StageAbility... abilities) {
        return new StageEntry(name, help, parser, Set.of(abilities));
    }
}
