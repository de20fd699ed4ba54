// SPDX-License-Identifier: Apache-2.0
package io.quorate.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.common.LiteralExpression;
import org.springframework.expression.common.TemplateParserContext;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** The name of a lock with expressions in it, as of {@code orders/#{#order.id}}. */
final class LockNameTemplate {
    private static final ParameterNameDiscoverer NAMES = new DefaultParameterNameDiscoverer();
    private static final Set<String> ALWAYS_KNOWN = Set.of("root", "this");
    private static final Pattern BY_PLACE = Pattern.compile("[ap](\\d{1,3})");

    private final Method method;
    private final List<Expression> parts;

    private LockNameTemplate(Method method, List<Expression> parts) {
        this.method = method;
        this.parts = parts;
    }

    /** Throws {@link InvalidLockedException} if the text is no template, or names what the method does not have. */
    static LockNameTemplate of(Method method, String text) {
        if (text.isBlank()) {
            throw new InvalidLockedException(
                    method, "its lock has no name", "Give one, as in @Locked(name = \"orders/#{#order.id}\").");
        }
        Expression whole;
        try {
            whole = new SpelExpressionParser().parseExpression(text, new TemplateParserContext());
        } catch (ParseException unreadable) {
            throw new InvalidLockedException(
                    method,
                    "the name \"" + text + "\" cannot be read: " + unreadable.getMessage(),
                    "Write expressions as in \"orders/#{#order.id}\".",
                    unreadable);
        }
        LockNameTemplate template = new LockNameTemplate(
                method,
                whole instanceof CompositeStringExpression several
                        ? List.of(several.getExpressions())
                        : List.of(whole));
        template.requireKnownVariables(text);
        return template;
    }

    /** An unknown variable is null to SpEL, so a misspelt one would give all callers the same lock. */
    private void requireKnownVariables(String text) {
        Set<String> unknown = new TreeSet<>();
        for (Expression part : parts) {
            if (part instanceof SpelExpression expression) {
                collectUnknown(expression.getAST(), unknown);
            }
        }
        if (!unknown.isEmpty()) {
            @Nullable String[] names = NAMES.getParameterNames(method);
            throw new InvalidLockedException(
                    method,
                    "the name \"" + text + "\" uses " + String.join(", ", unknown)
                            + ", and the method has no such parameter",
                    names == null
                            ? "Its parameters have no names here: compile with -parameters, or write #p0 for the first one."
                            : "Its parameters are: " + (names.length == 0 ? "none" : "#" + String.join(", #", names))
                                    + ".");
        }
    }

    private void collectUnknown(SpelNode node, Set<String> unknown) {
        if (node instanceof VariableReference) {
            String name = node.toStringAST().substring(1);
            if (!isKnown(name)) {
                unknown.add("#" + name);
            }
        }
        for (int index = 0; index < node.getChildCount(); index++) {
            collectUnknown(node.getChild(index), unknown);
        }
    }

    private boolean isKnown(String name) {
        @Nullable String[] names = NAMES.getParameterNames(method);
        var place = BY_PLACE.matcher(name);
        return ALWAYS_KNOWN.contains(name)
                || (names != null && List.of(names).contains(name))
                || (place.matches() && Integer.parseInt(place.group(1)) < method.getParameterCount());
    }

    /** The name, if it is the same for every call; else null. */
    @Nullable
    String constant() {
        return parts.size() == 1 && parts.get(0) instanceof LiteralExpression literal
                ? literal.getExpressionString()
                : null;
    }

    /** The name for one call. */
    String nameFor(Object target, @Nullable Object[] arguments, BeanFactory beans) {
        String constant = constant();
        if (constant != null) {
            return constant;
        }
        MethodBasedEvaluationContext context = new MethodBasedEvaluationContext(target, method, arguments, NAMES);
        context.setBeanResolver(new BeanFactoryResolver(beans));
        List<String> texts = new ArrayList<>();
        for (Expression part : parts) {
            texts.add(
                    part instanceof LiteralExpression literal ? literal.getExpressionString() : textOf(part, context));
        }
        return String.join("", texts);
    }

    private String textOf(Expression part, MethodBasedEvaluationContext context) {
        Object value;
        try {
            value = part.getValue(context);
        } catch (EvaluationException failure) {
            throw new IllegalArgumentException(
                    InvalidLockedException.nameOf(method) + " was not run: the expression #{"
                            + part.getExpressionString() + "} in the name of its lock failed for this call. "
                            + failure.getMessage(),
                    failure);
        }
        if (value == null || value.toString().isEmpty()) {
            throw new IllegalArgumentException(InvalidLockedException.nameOf(method) + " was not run: the expression #{"
                    + part.getExpressionString() + "} in the name of its lock gave "
                    + (value == null ? "null" : "an empty text")
                    + " for this call, so other calls would share the lock. Give the argument, or another expression.");
        }
        return value.toString();
    }
}
