package io.counterpoint.query.filter;

import io.counterpoint.query.QueryContext;
import io.counterpoint.query.collation.Collation;
import org.bson.BsonDocument;

/** A parsed filter. Immutable; any thread. */
public final class Filter {
    private final BsonDocument source;
    private final FilterNode root;
    private final Collation collation;

    private Filter(BsonDocument source, FilterNode root, Collation collation) {
        this.source = source;
        this.root = root;
        this.collation = collation;
    }

    /**
     * Parses a filter document as {@code find}, {@code $match}, {@code delete} and the others take it.
     *
     * @param filter kept, not copied: the caller must not change it afterwards
     * @throws io.counterpoint.base.error.CommandException BadValue and others, with MongoDB's text, for what is no
     *     filter or is not supported
     */
    public static Filter parse(BsonDocument filter, QueryContext context) {
        return new Filter(filter, new FilterParser(context).parseDocument(filter), context.collation());
    }

    /** Whether a document is selected. Only expressions ({@code $expr}) can fail here. */
    public boolean matches(BsonDocument document) {
        return root.matches(document);
    }

    /** The parsed tree, for planners. */
    public FilterNode root() {
        return root;
    }

    /** The document this was parsed from. */
    public BsonDocument source() {
        return source;
    }

    /** How it compares texts. */
    public Collation collation() {
        return collation;
    }

    /** Whether every document is selected, as by <code>{}</code>. */
    public boolean matchesAll() {
        return root instanceof FilterNode.And and && and.children().isEmpty();
    }

    @Override
    public String toString() {
        return "Filter" + source;
    }
}
