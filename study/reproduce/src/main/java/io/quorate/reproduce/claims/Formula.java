// SPDX-License-Identifier: Apache-2.0
package io.quorate.reproduce.claims;

import io.quorate.reproduce.Comparison;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A formula of a paper as a table of claims writes it, such as {@code 3*(K-1)} or {@code log(N)/log(d)}: numbers, variables, the four
 * operations, {@code ^}, {@code sqrt}, {@code log} (natural) and {@code floor}.
 */
final class Formula {
    private static final Pattern IN_BRACES = Pattern.compile("\\{=([^}]*)}");

    private final String text;
    private final Map<String, String> variables;
    private int next;

    private Formula(String text, Map<String, String> variables) {
        this.text = text.replace(" ", "");
        this.variables = variables;
    }

    /** Its value. */
    static double valueOf(String text, Map<String, String> variables) {
        Formula formula = new Formula(text, variables);
        double value = formula.sum();
        if (formula.next < formula.text.length()) {
            throw formula.refusal();
        }
        return value;
    }

    /** The text with the value of each variable in place of {@code {N}} and of each formula in place of {@code {=3*N}}. */
    static String filled(String text, Map<String, String> variables) {
        String filled = text;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            filled = filled.replace("{" + variable.getKey() + "}", variable.getValue());
        }
        Matcher braces = IN_BRACES.matcher(filled);
        return braces.replaceAll(found -> Comparison.text(valueOf(found.group(1), variables)));
    }

    private double sum() {
        double value = product();
        while (next < text.length() && (text.charAt(next) == '+' || text.charAt(next) == '-')) {
            value += text.charAt(next++) == '+' ? product() : -product();
        }
        return value;
    }

    private double product() {
        double value = power();
        while (next < text.length() && (text.charAt(next) == '*' || text.charAt(next) == '/')) {
            boolean isTimes = text.charAt(next++) == '*';
            double other = power();
            value = isTimes ? value * other : value / other;
        }
        return value;
    }

    private double power() {
        double base = atom();
        if (next < text.length() && text.charAt(next) == '^') {
            next++;
            return Math.pow(base, power());
        }
        return base;
    }

    private double atom() {
        if (take('-')) {
            return -atom();
        }
        if (take('(')) {
            double inside = sum();
            if (!take(')')) {
                throw refusal();
            }
            return inside;
        }
        int begin = next;
        while (next < text.length() && (Character.isLetterOrDigit(text.charAt(next)) || text.charAt(next) == '.')) {
            next++;
        }
        String word = text.substring(begin, next);
        if (word.isEmpty()) {
            throw refusal();
        }
        if (Character.isDigit(word.charAt(0))) {
            return Double.parseDouble(word);
        }
        String value = variables.get(word);
        if (value != null) {
            return Double.parseDouble(value);
        }
        return switch (word) {
            case "sqrt" -> Math.sqrt(atom());
            case "log" -> Math.log(atom());
            case "floor" -> Math.floor(atom());
            default -> throw refusal();
        };
    }

    private boolean take(char wanted) {
        boolean isThere = next < text.length() && text.charAt(next) == wanted;
        next += isThere ? 1 : 0;
        return isThere;
    }

    private IllegalArgumentException refusal() {
        return new IllegalArgumentException("the formula \"" + text + "\" cannot be read at place " + (next + 1)
                + "; variables here: " + variables.keySet());
    }
}
