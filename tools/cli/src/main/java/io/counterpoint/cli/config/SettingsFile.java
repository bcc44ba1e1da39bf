package io.counterpoint.cli.config;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.counterpoint.cli.failure.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A YAML file of settings. Names are those of the flags without dashes; a section named after a command holds settings
 * for that command alone and wins over the same name outside:
 *
 * <pre>
 * data: /var/lib/counterpoint
 * up:
 *   shards: 5
 * </pre>
 *
 * Immutable; any thread.
 */
public final class SettingsFile {
    static final SettingsFile EMPTY =
            new SettingsFile("", YAMLMapper.builder().build().createObjectNode());

    private final String path;
    private final JsonNode root;

    private SettingsFile(String path, JsonNode root) {
        this.path = path;
        this.root = root;
    }

    static SettingsFile read(String path) {
        try {
            JsonNode root = new YAMLMapper().readTree(Files.readString(Path.of(path)));
            if (root.isMissingNode() || root.isNull()) {
                return EMPTY;
            }
            if (!root.isObject()) {
                throw new StartupException(path + ": the configuration file must be a map of settings.");
            }
            return new SettingsFile(path, root);
        } catch (NoSuchFileException e) {
            throw new StartupException("There is no configuration file " + path + ".", e);
        } catch (JacksonException e) {
            String where =
                    e.getLocation() == null ? "" : " (line " + e.getLocation().getLineNr() + ")";
            throw new StartupException(path + " is not valid YAML" + where + ".", e);
        } catch (IOException e) {
            throw new StartupException("The configuration file " + path + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The value for a command's setting as text, a list joined by commas, or null when the file does not say. */
    @Nullable
    String value(String command, String setting) {
        JsonNode own = root.path(command);
        JsonNode value = own.isObject() && own.has(setting) ? own.get(setting) : root.get(setting);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isArray()) {
            return scalar(setting, value);
        }
        List<String> items = new ArrayList<>(value.size());
        for (JsonNode item : value) {
            items.add(scalar(setting, item));
        }
        return String.join(",", items);
    }

    /**
     * Refuses names that no command knows: a misspelt setting must not be passed over in silence.
     *
     * @param settingsByCommand the settings of each command
     * @throws StartupException naming the file and the first unknown name
     */
    public void requireKnownNames(Map<String, Set<String>> settingsByCommand) {
        for (Map.Entry<String, JsonNode> entry : root.properties()) {
            Set<String> ofSection = settingsByCommand.get(entry.getKey());
            if (ofSection != null && entry.getValue().isObject()) {
                for (Map.Entry<String, JsonNode> setting : entry.getValue().properties()) {
                    if (!ofSection.contains(setting.getKey())) {
                        throw unknown(entry.getKey() + "." + setting.getKey());
                    }
                }
            } else if (settingsByCommand.values().stream().noneMatch(names -> names.contains(entry.getKey()))) {
                throw unknown(entry.getKey());
            }
        }
    }

    private StartupException unknown(String name) {
        return new StartupException(path + ": there is no setting named '" + name + "'.");
    }

    private String scalar(String setting, JsonNode value) {
        if (!value.isValueNode()) {
            throw new StartupException(path + ": the setting '" + setting + "' must be a single value.");
        }
        return value.asText();
    }
}
