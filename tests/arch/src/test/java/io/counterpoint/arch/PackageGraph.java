package io.counterpoint.arch;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which package of a module uses which. A package and the packages inside it count as one idea: a parser knows the list
 * of its operators, and an operator with operands knows the parser. What may not be is a circle that leads through a
 * stranger.
 */
final class PackageGraph {
    private final Map<String, Set<String>> uses = new TreeMap<>();

    private PackageGraph() {}

    static PackageGraph of(JavaClasses classes, String module) {
        PackageGraph graph = new PackageGraph();
        for (JavaClass type : classes) {
            if (isIn(module, type.getPackageName())) {
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    graph.add(
                            module,
                            type.getPackageName(),
                            dependency.getTargetClass().getPackageName());
                }
            }
        }
        return graph;
    }

    private void add(String module, String from, String to) {
        if (isIn(module, to) && !isIn(from, to) && !isIn(to, from)) {
            uses.computeIfAbsent(from, name -> new TreeSet<>()).add(to);
        }
    }

    private static boolean isIn(String outer, String name) {
        return name.equals(outer) || name.startsWith(outer + ".");
    }

    /** A circle, first and last package the same, or an empty list. */
    List<String> circle() {
        Set<String> free = new HashSet<>();
        for (String start : uses.keySet()) {
            Deque<String> path = new ArrayDeque<>();
            if (closes(start, path, free)) {
                List<String> circle = new ArrayList<>(path);
                return circle.subList(circle.indexOf(circle.get(circle.size() - 1)), circle.size());
            }
        }
        return List.of();
    }

    private boolean closes(String current, Deque<String> path, Set<String> free) {
        boolean met = path.contains(current);
        path.addLast(current);
        if (met) {
            return true;
        }
        for (String next : uses.getOrDefault(current, Set.of())) {
            if (!free.contains(next) && closes(next, path, free)) {
                return true;
            }
        }
        path.removeLast();
        free.add(current);
        return false;
    }
}
