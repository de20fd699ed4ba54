// SPDX-License-Identifier: Apache-2.0
package io.quorate.cli.operate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The objects of a manifest for Kubernetes, by their kinds. */
record Manifest(Map<String, Map<?, ?>> objects) {
    static final Path FOLDER = Path.of("../../examples/kubernetes");
    static final Path VOTERS = FOLDER.resolve("voters.yaml");

    private static final Pattern REFERENCE = Pattern.compile("\\$\\(([A-Z_]+)\\)");

    static Manifest parse(String text) {
        Map<String, Map<?, ?>> objects = new LinkedHashMap<>();
        documents(text).forEach(object -> objects.put((String) object.get("kind"), object));
        return new Manifest(objects);
    }

    /** All objects, also several of a kind. */
    static List<Map<?, ?>> documents(String text) {
        LoaderOptions strict = new LoaderOptions();
        strict.setAllowDuplicateKeys(false);
        List<Map<?, ?>> documents = new ArrayList<>();
        new Yaml(new SafeConstructor(strict)).loadAll(text).forEach(document -> documents.add((Map<?, ?>) document));
        return documents;
    }

    /** What is there, by a path as in {@code spec.template.spec.containers.0.command}; fails if nothing is. */
    Object at(String kind, String path) {
        Object here = objects.get(kind);
        for (String step : path.split("\\.")) {
            here = here instanceof List<?> list
                    ? list.get(Integer.parseInt(step))
                    : here instanceof Map<?, ?> map ? map.get(step) : null;
        }
        if (here == null) {
            throw new AssertionError("the manifest has no " + path + " in its " + kind);
        }
        return here;
    }

    /** What the only container has there. */
    Object container(String path) {
        return at("StatefulSet", "spec.template.spec.containers.0." + path);
    }

    List<String> command(String path) {
        return ((List<?>) container(path)).stream().map(String::valueOf).toList();
    }

    /** The variables of a container in this pod. */
    Map<String, String> environment(String pod) {
        Map<String, String> variables = new LinkedHashMap<>();
        for (Object each : (List<?>) container("env")) {
            Map<?, ?> variable = (Map<?, ?>) each;
            boolean isName = "{fieldRef={fieldPath=metadata.name}}".equals(String.valueOf(variable.get("valueFrom")));
            variables.put((String) variable.get("name"), isName ? pod : (String) variable.get("value"));
        }
        return variables;
    }

    /** As Kubernetes does with the command of a container, but not with those of probes and hooks. */
    static List<String> expand(List<String> command, Map<String, String> environment) {
        List<String> words = new ArrayList<>();
        for (String word : command) {
            words.add(REFERENCE
                    .matcher(word)
                    .replaceAll(found ->
                            Matcher.quoteReplacement(environment.getOrDefault(found.group(1), found.group()))));
        }
        return words;
    }
}
