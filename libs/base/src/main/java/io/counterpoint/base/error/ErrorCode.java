package io.counterpoint.base.error;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An error's number, name and category. Numbers and names are MongoDB's, as its error reference publishes them; codes
 * that MongoDB gives without a name have the name {@code LocationN}. Immutable; constants cover the codes that are
 * raised in many places, {@link #location} the rest.
 */
public final class ErrorCode {
    private static final Map<Integer, ErrorCode> NAMED = new HashMap<>();

    /** 1. */
    public static final ErrorCode INTERNAL_ERROR = named(1, "InternalError", ErrorCategory.INTERNAL);

    /** 2. */
    public static final ErrorCode BAD_VALUE = named(2, "BadValue", ErrorCategory.USER);

    /** 5. */
    public static final ErrorCode GRAPH_CONTAINS_CYCLE = named(5, "GraphContainsCycle", ErrorCategory.USER);

    /** 6. */
    public static final ErrorCode HOST_UNREACHABLE = named(6, "HostUnreachable", ErrorCategory.TRANSIENT);

    /** 7. */
    public static final ErrorCode HOST_NOT_FOUND = named(7, "HostNotFound", ErrorCategory.TRANSIENT);

    /** 8. */
    public static final ErrorCode UNKNOWN_ERROR = named(8, "UnknownError", ErrorCategory.INTERNAL);

    /** 9. */
    public static final ErrorCode FAILED_TO_PARSE = named(9, "FailedToParse", ErrorCategory.USER);

    /** 10. */
    public static final ErrorCode CANNOT_MUTATE_OBJECT = named(10, "CannotMutateObject", ErrorCategory.USER);

    /** 11. */
    public static final ErrorCode USER_NOT_FOUND = named(11, "UserNotFound", ErrorCategory.USER);

    /** 12. */
    public static final ErrorCode UNSUPPORTED_FORMAT = named(12, "UnsupportedFormat", ErrorCategory.USER);

    /** 13. */
    public static final ErrorCode UNAUTHORIZED = named(13, "Unauthorized", ErrorCategory.USER);

    /** 14. */
    public static final ErrorCode TYPE_MISMATCH = named(14, "TypeMismatch", ErrorCategory.USER);

    /** 15. */
    public static final ErrorCode OVERFLOW = named(15, "Overflow", ErrorCategory.USER);

    /** 16. */
    public static final ErrorCode INVALID_LENGTH = named(16, "InvalidLength", ErrorCategory.USER);

    /** 17. */
    public static final ErrorCode PROTOCOL_ERROR = named(17, "ProtocolError", ErrorCategory.USER);

    /** 18. */
    public static final ErrorCode AUTHENTICATION_FAILED = named(18, "AuthenticationFailed", ErrorCategory.USER);

    /** 20. */
    public static final ErrorCode ILLEGAL_OPERATION = named(20, "IllegalOperation", ErrorCategory.USER);

    /** 21. */
    public static final ErrorCode EMPTY_ARRAY_OPERATION = named(21, "EmptyArrayOperation", ErrorCategory.USER);

    /** 22. */
    public static final ErrorCode INVALID_BSON = named(22, "InvalidBSON", ErrorCategory.USER);

    /** 23. */
    public static final ErrorCode ALREADY_INITIALIZED = named(23, "AlreadyInitialized", ErrorCategory.USER);

    /** 24. */
    public static final ErrorCode LOCK_TIMEOUT = named(24, "LockTimeout", ErrorCategory.TRANSIENT);

    /** 26. */
    public static final ErrorCode NAMESPACE_NOT_FOUND = named(26, "NamespaceNotFound", ErrorCategory.USER);

    /** 27. */
    public static final ErrorCode INDEX_NOT_FOUND = named(27, "IndexNotFound", ErrorCategory.USER);

    /** 28. */
    public static final ErrorCode PATH_NOT_VIABLE = named(28, "PathNotViable", ErrorCategory.USER);

    /** 29. */
    public static final ErrorCode NON_EXISTENT_PATH = named(29, "NonExistentPath", ErrorCategory.USER);

    /** 30. */
    public static final ErrorCode INVALID_PATH = named(30, "InvalidPath", ErrorCategory.USER);

    /** 33. */
    public static final ErrorCode ROLES_NOT_RELATED = named(33, "RolesNotRelated", ErrorCategory.USER);

    /** 39. */
    public static final ErrorCode CANNOT_BACKFILL_ARRAY = named(39, "CannotBackfillArray", ErrorCategory.USER);

    /** 40. */
    public static final ErrorCode CONFLICTING_UPDATE_OPERATORS =
            named(40, "ConflictingUpdateOperators", ErrorCategory.USER);

    /** 43. */
    public static final ErrorCode CURSOR_NOT_FOUND = named(43, "CursorNotFound", ErrorCategory.USER);

    /** 46. */
    public static final ErrorCode LOCK_BUSY = named(46, "LockBusy", ErrorCategory.TRANSIENT);

    /** 48. */
    public static final ErrorCode NAMESPACE_EXISTS = named(48, "NamespaceExists", ErrorCategory.USER);

    /** 50. */
    public static final ErrorCode MAX_TIME_MS_EXPIRED = named(50, "MaxTimeMSExpired", ErrorCategory.RESOURCE);

    /** 51. */
    public static final ErrorCode MANUAL_INTERVENTION_REQUIRED =
            named(51, "ManualInterventionRequired", ErrorCategory.INTERNAL);

    /** 52. */
    public static final ErrorCode DOLLAR_PREFIXED_FIELD_NAME = named(52, "DollarPrefixedFieldName", ErrorCategory.USER);

    /** 53. */
    public static final ErrorCode INVALID_ID_FIELD = named(53, "InvalidIdField", ErrorCategory.USER);

    /** 54. */
    public static final ErrorCode NOT_SINGLE_VALUE_FIELD = named(54, "NotSingleValueField", ErrorCategory.USER);

    /** 56. */
    public static final ErrorCode EMPTY_FIELD_NAME = named(56, "EmptyFieldName", ErrorCategory.USER);

    /** 57. */
    public static final ErrorCode DOTTED_FIELD_NAME = named(57, "DottedFieldName", ErrorCategory.USER);

    /** 59. */
    public static final ErrorCode COMMAND_NOT_FOUND = named(59, "CommandNotFound", ErrorCategory.USER);

    /** 61. */
    public static final ErrorCode SHARD_KEY_NOT_FOUND = named(61, "ShardKeyNotFound", ErrorCategory.USER);

    /** 63. */
    public static final ErrorCode STALE_SHARD_VERSION = named(63, "StaleShardVersion", ErrorCategory.TRANSIENT);

    /** 64. */
    public static final ErrorCode WRITE_CONCERN_FAILED = named(64, "WriteConcernFailed", ErrorCategory.TRANSIENT);

    /** 65. */
    public static final ErrorCode MULTIPLE_ERRORS_OCCURRED = named(65, "MultipleErrorsOccurred", ErrorCategory.USER);

    /** 66. */
    public static final ErrorCode IMMUTABLE_FIELD = named(66, "ImmutableField", ErrorCategory.USER);

    /** 67. */
    public static final ErrorCode CANNOT_CREATE_INDEX = named(67, "CannotCreateIndex", ErrorCategory.USER);

    /** 68. */
    public static final ErrorCode INDEX_ALREADY_EXISTS = named(68, "IndexAlreadyExists", ErrorCategory.USER);

    /** 70. */
    public static final ErrorCode SHARD_NOT_FOUND = named(70, "ShardNotFound", ErrorCategory.USER);

    /** 72. */
    public static final ErrorCode INVALID_OPTIONS = named(72, "InvalidOptions", ErrorCategory.USER);

    /** 73. */
    public static final ErrorCode INVALID_NAMESPACE = named(73, "InvalidNamespace", ErrorCategory.USER);

    /** 75. */
    public static final ErrorCode WRITE_CONCERN_LEGACY_OK = named(75, "WriteConcernLegacyOK", ErrorCategory.USER);

    /** 76. */
    public static final ErrorCode NO_REPLICATION_ENABLED = named(76, "NoReplicationEnabled", ErrorCategory.USER);

    /** 77. */
    public static final ErrorCode OPERATION_INCOMPLETE = named(77, "OperationIncomplete", ErrorCategory.USER);

    /** 78. */
    public static final ErrorCode COMMAND_RESULT_SCHEMA_VIOLATION =
            named(78, "CommandResultSchemaViolation", ErrorCategory.USER);

    /** 79. */
    public static final ErrorCode UNKNOWN_REPL_WRITE_CONCERN = named(79, "UnknownReplWriteConcern", ErrorCategory.USER);

    /** 85. */
    public static final ErrorCode INDEX_OPTIONS_CONFLICT = named(85, "IndexOptionsConflict", ErrorCategory.USER);

    /** 86. */
    public static final ErrorCode INDEX_KEY_SPECS_CONFLICT = named(86, "IndexKeySpecsConflict", ErrorCategory.USER);

    /** 89. */
    public static final ErrorCode NETWORK_TIMEOUT = named(89, "NetworkTimeout", ErrorCategory.TRANSIENT);

    /** 91. */
    public static final ErrorCode SHUTDOWN_IN_PROGRESS = named(91, "ShutdownInProgress", ErrorCategory.TRANSIENT);

    /** 96. */
    public static final ErrorCode OPERATION_FAILED = named(96, "OperationFailed", ErrorCategory.USER);

    /** 100. */
    public static final ErrorCode CANNOT_SATISFY_WRITE_CONCERN =
            named(100, "CannotSatisfyWriteConcern", ErrorCategory.USER);

    /** 101. */
    public static final ErrorCode OUTDATED_CLIENT = named(101, "OutdatedClient", ErrorCategory.USER);

    /** 112. */
    public static final ErrorCode WRITE_CONFLICT = named(112, "WriteConflict", ErrorCategory.TRANSIENT);

    /** 115. */
    public static final ErrorCode COMMAND_NOT_SUPPORTED = named(115, "CommandNotSupported", ErrorCategory.USER);

    /** 117. */
    public static final ErrorCode CONFLICTING_OPERATION_IN_PROGRESS =
            named(117, "ConflictingOperationInProgress", ErrorCategory.TRANSIENT);

    /** 118. */
    public static final ErrorCode NAMESPACE_NOT_SHARDED = named(118, "NamespaceNotSharded", ErrorCategory.USER);

    /** 121. */
    public static final ErrorCode DOCUMENT_VALIDATION_FAILURE =
            named(121, "DocumentValidationFailure", ErrorCategory.USER);

    /** 125. */
    public static final ErrorCode COMMAND_FAILED = named(125, "CommandFailed", ErrorCategory.USER);

    /** 133. */
    public static final ErrorCode FAILED_TO_SATISFY_READ_PREFERENCE =
            named(133, "FailedToSatisfyReadPreference", ErrorCategory.TRANSIENT);

    /** 134. */
    public static final ErrorCode READ_CONCERN_MAJORITY_NOT_AVAILABLE_YET =
            named(134, "ReadConcernMajorityNotAvailableYet", ErrorCategory.TRANSIENT);

    /** 135. */
    public static final ErrorCode STALE_TERM = named(135, "StaleTerm", ErrorCategory.TRANSIENT);

    /** 146. */
    public static final ErrorCode EXCEEDED_MEMORY_LIMIT = named(146, "ExceededMemoryLimit", ErrorCategory.RESOURCE);

    /** 150. */
    public static final ErrorCode STALE_EPOCH = named(150, "StaleEpoch", ErrorCategory.TRANSIENT);

    /** 159. */
    public static final ErrorCode DURATION_OVERFLOW = named(159, "DurationOverflow", ErrorCategory.USER);

    /** 161. */
    public static final ErrorCode INCOMPATIBLE_COLLATION_VERSION =
            named(161, "IncompatibleCollationVersion", ErrorCategory.USER);

    /** 165. */
    public static final ErrorCode VIEW_DEPTH_LIMIT_EXCEEDED = named(165, "ViewDepthLimitExceeded", ErrorCategory.USER);

    /** 166. */
    public static final ErrorCode COMMAND_NOT_SUPPORTED_ON_VIEW =
            named(166, "CommandNotSupportedOnView", ErrorCategory.USER);

    /** 167. */
    public static final ErrorCode OPTION_NOT_SUPPORTED_ON_VIEW =
            named(167, "OptionNotSupportedOnView", ErrorCategory.USER);

    /** 168. */
    public static final ErrorCode INVALID_PIPELINE_OPERATOR = named(168, "InvalidPipelineOperator", ErrorCategory.USER);

    /** 175. */
    public static final ErrorCode QUERY_PLAN_KILLED = named(175, "QueryPlanKilled", ErrorCategory.TRANSIENT);

    /** 181. */
    public static final ErrorCode AMBIGUOUS_INDEX_KEY_PATTERN =
            named(181, "AmbiguousIndexKeyPattern", ErrorCategory.USER);

    /** 182. */
    public static final ErrorCode INVALID_VIEW_DEFINITION = named(182, "InvalidViewDefinition", ErrorCategory.USER);

    /** 186. */
    public static final ErrorCode CLIENT_METADATA_CANNOT_BE_MUTATED =
            named(186, "ClientMetadataCannotBeMutated", ErrorCategory.USER);

    /** 189. */
    public static final ErrorCode PRIMARY_STEPPED_DOWN = named(189, "PrimarySteppedDown", ErrorCategory.TRANSIENT);

    /** 192. */
    public static final ErrorCode INVALID_SEED_LIST = named(192, "InvalidSeedList", ErrorCategory.USER);

    /** 197. */
    public static final ErrorCode INVALID_INDEX_SPECIFICATION_OPTION =
            named(197, "InvalidIndexSpecificationOption", ErrorCategory.USER);

    /** 205. */
    public static final ErrorCode CLUSTER_TIME_FAILS_RATE_LIMITER =
            named(205, "ClusterTimeFailsRateLimiter", ErrorCategory.USER);

    /** 206. */
    public static final ErrorCode NO_SUCH_SESSION = named(206, "NoSuchSession", ErrorCategory.USER);

    /** 207. */
    public static final ErrorCode INVALID_UUID = named(207, "InvalidUUID", ErrorCategory.USER);

    /** 211. */
    public static final ErrorCode KEY_NOT_FOUND = named(211, "KeyNotFound", ErrorCategory.USER);

    /** 215. */
    public static final ErrorCode DATABASE_DROP_PENDING = named(215, "DatabaseDropPending", ErrorCategory.TRANSIENT);

    /** 216. */
    public static final ErrorCode ELECTION_IN_PROGRESS = named(216, "ElectionInProgress", ErrorCategory.TRANSIENT);

    /** 217. */
    public static final ErrorCode INCOMPLETE_TRANSACTION_HISTORY =
            named(217, "IncompleteTransactionHistory", ErrorCategory.USER);

    /** 225. */
    public static final ErrorCode TRANSACTION_TOO_OLD = named(225, "TransactionTooOld", ErrorCategory.USER);

    /** 227. */
    public static final ErrorCode CANNOT_IMPLICITLY_CREATE_COLLECTION =
            named(227, "CannotImplicitlyCreateCollection", ErrorCategory.TRANSIENT);

    /** 234. */
    public static final ErrorCode RETRY_CHANGE_STREAM = named(234, "RetryChangeStream", ErrorCategory.TRANSIENT);

    /** 237. */
    public static final ErrorCode CURSOR_KILLED = named(237, "CursorKilled", ErrorCategory.USER);

    /** 238. */
    public static final ErrorCode NOT_IMPLEMENTED = named(238, "NotImplemented", ErrorCategory.USER);

    /** 239. */
    public static final ErrorCode SNAPSHOT_TOO_OLD = named(239, "SnapshotTooOld", ErrorCategory.TRANSIENT);

    /** 241. */
    public static final ErrorCode CONVERSION_FAILURE = named(241, "ConversionFailure", ErrorCategory.USER);

    /** 246. */
    public static final ErrorCode SNAPSHOT_UNAVAILABLE = named(246, "SnapshotUnavailable", ErrorCategory.TRANSIENT);

    /** 249. */
    public static final ErrorCode STALE_DB_VERSION = named(249, "StaleDbVersion", ErrorCategory.TRANSIENT);

    /** 251. */
    public static final ErrorCode NO_SUCH_TRANSACTION = named(251, "NoSuchTransaction", ErrorCategory.TRANSIENT);

    /** 256. */
    public static final ErrorCode TRANSACTION_COMMITTED = named(256, "TransactionCommitted", ErrorCategory.USER);

    /** 257. */
    public static final ErrorCode TRANSACTION_TOO_LARGE = named(257, "TransactionTooLarge", ErrorCategory.RESOURCE);

    /** 259. */
    public static final ErrorCode TRANSACTION_COORDINATOR_STEPPING_DOWN =
            named(259, "TransactionCoordinatorSteppingDown", ErrorCategory.TRANSIENT);

    /** 262. */
    public static final ErrorCode EXCEEDED_TIME_LIMIT = named(262, "ExceededTimeLimit", ErrorCategory.TRANSIENT);

    /** 263. */
    public static final ErrorCode OPERATION_NOT_SUPPORTED_IN_TRANSACTION =
            named(263, "OperationNotSupportedInTransaction", ErrorCategory.USER);

    /** 266. */
    public static final ErrorCode FAIL_POINT_SET_FAILED = named(266, "FailPointSetFailed", ErrorCategory.USER);

    /** 267. */
    public static final ErrorCode PREPARED_TRANSACTION_IN_PROGRESS =
            named(267, "PreparedTransactionInProgress", ErrorCategory.TRANSIENT);

    /** 276. */
    public static final ErrorCode INDEX_BUILD_ABORTED = named(276, "IndexBuildAborted", ErrorCategory.TRANSIENT);

    /** 290. */
    public static final ErrorCode TRANSACTION_EXCEEDED_LIFETIME_LIMIT_SECONDS =
            named(290, "TransactionExceededLifetimeLimitSeconds", ErrorCategory.TRANSIENT);

    /** 291. */
    public static final ErrorCode NO_QUERY_EXECUTION_PLANS = named(291, "NoQueryExecutionPlans", ErrorCategory.USER);

    /** 292. */
    public static final ErrorCode QUERY_EXCEEDED_MEMORY_LIMIT_NO_DISK_USE_ALLOWED =
            named(292, "QueryExceededMemoryLimitNoDiskUseAllowed", ErrorCategory.RESOURCE);

    /** 322. */
    public static final ErrorCode API_VERSION_ERROR = named(322, "APIVersionError", ErrorCategory.USER);

    /** 323. */
    public static final ErrorCode API_STRICT_ERROR = named(323, "APIStrictError", ErrorCategory.USER);

    /** 324. */
    public static final ErrorCode API_DEPRECATION_ERROR = named(324, "APIDeprecationError", ErrorCategory.USER);

    /** 359. */
    public static final ErrorCode CANNOT_CONVERT_INDEX_TO_UNIQUE =
            named(359, "CannotConvertIndexToUnique", ErrorCategory.USER);

    /** 9001. */
    public static final ErrorCode SOCKET_EXCEPTION = named(9001, "SocketException", ErrorCategory.TRANSIENT);

    /** 10107. */
    public static final ErrorCode NOT_WRITABLE_PRIMARY = named(10107, "NotWritablePrimary", ErrorCategory.TRANSIENT);

    /** 10334. */
    public static final ErrorCode BSON_OBJECT_TOO_LARGE = named(10334, "BSONObjectTooLarge", ErrorCategory.USER);

    /** 11000. */
    public static final ErrorCode DUPLICATE_KEY = named(11000, "DuplicateKey", ErrorCategory.USER);

    /** 11600. */
    public static final ErrorCode INTERRUPTED_AT_SHUTDOWN =
            named(11600, "InterruptedAtShutdown", ErrorCategory.TRANSIENT);

    /** 11601. */
    public static final ErrorCode INTERRUPTED = named(11601, "Interrupted", ErrorCategory.TRANSIENT);

    /** 11602. */
    public static final ErrorCode INTERRUPTED_DUE_TO_REPL_STATE_CHANGE =
            named(11602, "InterruptedDueToReplStateChange", ErrorCategory.TRANSIENT);

    /** 12051. */
    public static final ErrorCode CURSOR_IN_USE = named(12051, "CursorInUse", ErrorCategory.USER);

    /** 12587. */
    public static final ErrorCode BACKGROUND_OPERATION_IN_PROGRESS_FOR_NAMESPACE =
            named(12587, "BackgroundOperationInProgressForNamespace", ErrorCategory.TRANSIENT);

    /** 13113. */
    public static final ErrorCode MERGE_STAGE_NO_MATCHING_DOCUMENT =
            named(13113, "MergeStageNoMatchingDocument", ErrorCategory.USER);

    /** 13388. */
    public static final ErrorCode STALE_CONFIG = named(13388, "StaleConfig", ErrorCategory.TRANSIENT);

    /** 13435. */
    public static final ErrorCode NOT_PRIMARY_NO_SECONDARY_OK =
            named(13435, "NotPrimaryNoSecondaryOk", ErrorCategory.TRANSIENT);

    /** 13436. */
    public static final ErrorCode NOT_PRIMARY_OR_SECONDARY =
            named(13436, "NotPrimaryOrSecondary", ErrorCategory.TRANSIENT);

    /** 14031. */
    public static final ErrorCode OUT_OF_DISK_SPACE = named(14031, "OutOfDiskSpace", ErrorCategory.RESOURCE);

    /** 31082. */
    public static final ErrorCode SEARCH_NOT_ENABLED = named(31082, "SearchNotEnabled", ErrorCategory.USER);

    /** 40413. */
    public static final ErrorCode IDL_DUPLICATE_FIELD = named(40413, "Location40413", ErrorCategory.USER);

    /** 40414. */
    public static final ErrorCode IDL_FAILED_TO_PARSE = named(40414, "Location40414", ErrorCategory.USER);

    /** 40415. */
    public static final ErrorCode IDL_UNKNOWN_FIELD = named(40415, "Location40415", ErrorCategory.USER);

    /** 40573. */
    public static final ErrorCode CHANGE_STREAM_NOT_ENABLED = named(40573, "Location40573", ErrorCategory.USER);

    private final int number;
    private final String name;
    private final ErrorCategory category;

    private ErrorCode(int number, String name, ErrorCategory category) {
        this.number = number;
        this.name = name;
        this.category = category;
    }

    private static ErrorCode named(int number, String name, ErrorCategory category) {
        ErrorCode code = new ErrorCode(number, name, category);
        if (NAMED.put(number, code) != null) {
            throw new AssertionError("two error codes with the number " + number);
        }
        return code;
    }

    /**
     * The code of a number: the named one if there is one, else {@code LocationN} in category USER, as MongoDB shows
     * codes that have no name.
     *
     * @param number 1 or more
     */
    public static ErrorCode location(int number) {
        ErrorCode known = NAMED.get(number);
        return known != null ? known : new ErrorCode(number, "Location" + number, ErrorCategory.USER);
    }

    /** The number clients match on. */
    public int number() {
        return number;
    }

    /** The {@code codeName} of replies. */
    public String codeName() {
        return name;
    }

    /** Whose fault it is. */
    public ErrorCategory category() {
        return category;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ErrorCode code && code.number == number;
    }

    @Override
    public int hashCode() {
        return number;
    }

    @Override
    public String toString() {
        return name + "(" + number + ")";
    }
}
