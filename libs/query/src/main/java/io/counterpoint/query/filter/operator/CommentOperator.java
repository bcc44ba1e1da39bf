package io.counterpoint.query.filter.operator;

/** {@code {$comment: "…"}}: a remark for whoever reads logs; selects nothing and excludes nothing. */
final class CommentOperator {
    static final FilterOperator ENTRY = FilterOperator.ofDocument("$comment", "a remark without effect", use -> null);

    private CommentOperator() {}
}
