package io.counterpoint.shard.catalog;

import io.counterpoint.base.error.CommandException;
import io.counterpoint.base.error.ErrorCode;
import io.counterpoint.cluster.name.Namespace;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The views of one database and what each of them reads: refuses cycles, and views on views beyond a depth. */
public final class ViewGraph {
    /** Most views on top of each other. Source: MongoDB's {@code ViewGraph::kMaxViewDepth}. */
    static final int DEPTH_MAX = 20;

    private final String database;
    private final Map<String, ViewDefinition> views = new HashMap<>();
    private final Map<String, Integer> heights = new HashMap<>();
    private final Deque<String> path = new ArrayDeque<>();

    private ViewGraph(Catalog catalog, CollectionDescription changed) {
        this.database = changed.namespace().database();
        catalog.collections(database).forEach(this::add);
        add(changed);
    }

    private void add(CollectionDescription collection) {
        ViewDefinition view = collection.view();
        if (view != null) {
            views.put(collection.namespace().collection(), view);
        }
    }

    /**
     * Demands that a new or changed view leaves the graph sound.
     *
     * @param catalog the views as they are
     * @throws CommandException GraphContainsCycle (5), ViewDepthLimitExceeded (165), OptionNotSupportedOnView (167)
     *     when views of which one reads the other differ in their collation
     */
    public static void check(Catalog catalog, CollectionDescription changed) {
        ViewGraph graph = new ViewGraph(catalog, changed);
        // The changed view first: only it can close a cycle.
        graph.height(changed.namespace().collection());
        graph.views.keySet().forEach(graph::height);
    }

    /** How many views there are on the longest way down, this one included; 0 for a collection. */
    private int height(String name) {
        ViewDefinition view = views.get(name);
        if (view == null) {
            return 0;
        }
        Integer known = heights.get(name);
        if (known != null) {
            return known;
        }
        if (path.contains(name)) {
            throw cycle(name);
        }
        path.addLast(name);
        int height = 0;
        for (String source : view.sources()) {
            demandSameCollation(name, view, source);
            height = Math.max(height, height(source));
        }
        path.removeLast();
        height++;
        if (height > DEPTH_MAX) {
            throw new CommandException(
                    ErrorCode.VIEW_DEPTH_LIMIT_EXCEEDED, "View depth limit exceeded; maximum depth is " + DEPTH_MAX);
        }
        heights.put(name, height);
        return height;
    }

    private void demandSameCollation(String name, ViewDefinition view, String source) {
        ViewDefinition below = views.get(source);
        if (below != null && !below.collation().equals(view.collation())) {
            throw new CommandException(
                    ErrorCode.OPTION_NOT_SUPPORTED_ON_VIEW,
                    "View " + database + "." + name + " has a collation that does not match the collation of view "
                            + database + "." + source);
        }
    }

    private CommandException cycle(String name) {
        List<String> names = new ArrayList<>();
        path.forEach(step -> names.add(database + "." + step));
        names.add(database + "." + name);
        return new CommandException(
                ErrorCode.GRAPH_CONTAINS_CYCLE, "View cycle detected: " + String.join(" => ", names));
    }

    /**
     * What reading a name comes to.
     *
     * @return null when there is no view of that name
     * @throws CommandException ViewDepthLimitExceeded (165)
     */
    static @Nullable ResolvedView resolve(Catalog catalog, Namespace namespace) {
        ViewDefinition view = viewOf(catalog, namespace);
        if (view == null) {
            return null;
        }
        List<BsonDocument> pipeline = new ArrayList<>();
        Namespace below = namespace;
        for (int depth = 0; depth < DEPTH_MAX; depth++) {
            pipeline.addAll(0, view.pipeline());
            below = new Namespace(namespace.database(), view.viewOn());
            view = viewOf(catalog, below);
            if (view == null) {
                return new ResolvedView(below, List.copyOf(pipeline));
            }
        }
        throw new CommandException(
                ErrorCode.VIEW_DEPTH_LIMIT_EXCEEDED,
                "View depth too deep or view cycle detected; maximum depth is " + DEPTH_MAX);
    }

    private static @Nullable ViewDefinition viewOf(Catalog catalog, Namespace namespace) {
        CollectionDescription found = catalog.find(namespace);
        return found == null ? null : found.view();
    }
}
