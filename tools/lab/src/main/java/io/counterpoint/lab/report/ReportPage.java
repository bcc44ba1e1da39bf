package io.counterpoint.lab.report;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.counterpoint.lab.run.Run;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One HTML file with everything in it: data, charts, style. It asks no network for anything. */
final class ReportPage {
    private static final String ECHARTS = "/META-INF/resources/webjars/echarts/5.3.1/dist/echarts.min.js";

    private ReportPage() {}

    /** The page of one run, or of several that were made for comparison. */
    static String of(List<Run> runs) {
        ArrayNode data = JsonNodeFactory.instance.arrayNode();
        runs.forEach(run -> data.add(ReportData.of(run)));
        // A script element ends where its text says so, whatever the script means by it.
        String json = data.toString().replace("<", "\\u003c");
        return resource("/report/report.html")
                .replace("/*STYLE*/", resource("/report/report.css"))
                .replace("/*ECHARTS*/", resource(ECHARTS).replace("</script", "<\\/script"))
                .replace("/*DATA*/", json)
                .replace("/*SCRIPT*/", resource("/report/report.js"));
    }

    private static String resource(String path) {
        try (InputStream in = ReportPage.class.getResourceAsStream(path)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + path);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
