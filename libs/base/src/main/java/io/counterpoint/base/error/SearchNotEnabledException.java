package io.counterpoint.base.error;

/**
 * SearchNotEnabled (31082): what every server that is not Atlas's answers to commands and stages about search indexes.
 */
public final class SearchNotEnabledException extends CommandException {
    private static final long serialVersionUID = 1L;

    /** Worded as MongoDB words it. */
    public SearchNotEnabledException() {
        super(
                ErrorCode.SEARCH_NOT_ENABLED,
                "Using Atlas Search Database Commands and the $listSearchIndexes aggregation stage requires additional"
                        + " configuration. Please connect to Atlas or an AtlasCLI local deployment to enable. For more"
                        + " information on how to connect, see"
                        + " https://dochub.mongodb.org/core/atlas-cli-deploy-local-reqs.");
    }
}
