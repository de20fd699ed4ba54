// SPDX-License-Identifier: Apache-2.0
package io.quorate.lab.mutant;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.VarInsnNode;

/** The change of a guard whose rule is left out. */
@FunctionalInterface
public interface Change {
    /** The predicate is always true. */
    Change TRUE = guard -> replaceBody(guard, Type.BOOLEAN_TYPE, Opcodes.ICONST_1, Opcodes.IRETURN);

    /** The predicate is never true. */
    Change FALSE = guard -> replaceBody(guard, Type.BOOLEAN_TYPE, Opcodes.ICONST_0, Opcodes.IRETURN);

    /** The number is 0. */
    Change ZERO = guard -> replaceBody(guard, Type.LONG_TYPE, Opcodes.LCONST_0, Opcodes.LRETURN);

    /** The step does nothing. */
    Change SKIPPED = guard -> replaceBody(guard, Type.VOID_TYPE, Opcodes.RETURN);

    /** The result is the only parameter, as it came. */
    Change UNCHANGED = guard -> {
        Type[] parameters = Type.getArgumentTypes(guard.desc);
        if (parameters.length != 1 || !parameters[0].equals(Type.getReturnType(guard.desc))) {
            throw new IllegalStateException("the guard " + guard.name + guard.desc + " does not return its parameter");
        }
        boolean isStatic = (guard.access & Opcodes.ACC_STATIC) != 0;
        InsnList body = new InsnList();
        body.add(new VarInsnNode(parameters[0].getOpcode(Opcodes.ILOAD), isStatic ? 0 : 1));
        body.add(new InsnNode(parameters[0].getOpcode(Opcodes.IRETURN)));
        replaceBody(guard, body);
    };

    /** The result is the first of several parameters, as it came. */
    Change FIRST = guard -> {
        Type first = Type.getArgumentTypes(guard.desc)[0];
        if (!first.equals(Type.getReturnType(guard.desc))) {
            throw new IllegalStateException(
                    "the guard " + guard.name + guard.desc + " does not return its first parameter");
        }
        boolean isStatic = (guard.access & Opcodes.ACC_STATIC) != 0;
        InsnList body = new InsnList();
        body.add(new VarInsnNode(first.getOpcode(Opcodes.ILOAD), isStatic ? 0 : 1));
        body.add(new InsnNode(first.getOpcode(Opcodes.IRETURN)));
        replaceBody(guard, body);
    };

    /** For a rule that has guards of both kinds: the predicate is always true, the step does nothing. */
    Change TRUE_OR_SKIPPED =
            guard -> (Type.getReturnType(guard.desc).equals(Type.VOID_TYPE) ? SKIPPED : TRUE).applyTo(guard);

    /** Changes the guard in place. */
    void applyTo(MethodNode guard);

    /** The guard calls another method of the same class, with the same parameters and result, instead of this one. */
    static Change calling(String method, String instead) {
        return guard -> {
            for (MethodInsnNode call : callsOf(method, guard)) {
                call.name = instead;
            }
        };
    }

    /** The guard calls a public static method, which gets the object first, instead of this method of an object. */
    static Change calling(String method, Class<?> owner, String instead) {
        return guard -> {
            for (MethodInsnNode call : callsOf(method, guard)) {
                call.desc = "(" + Type.getObjectType(call.owner).getDescriptor() + call.desc.substring(1);
                call.owner = Type.getInternalName(owner);
                call.name = instead;
                call.itf = false;
                call.setOpcode(Opcodes.INVOKESTATIC);
            }
        };
    }

    private static List<MethodInsnNode> callsOf(String method, MethodNode guard) {
        List<MethodInsnNode> calls = new ArrayList<>();
        for (AbstractInsnNode each : guard.instructions) {
            if (each instanceof MethodInsnNode call && call.name.equals(method)) {
                calls.add(call);
            }
        }
        if (calls.isEmpty()) {
            throw new IllegalStateException("the guard " + guard.name + " does not call " + method);
        }
        return calls;
    }

    private static void replaceBody(MethodNode guard, Type result, int... opcodes) {
        if (!Type.getReturnType(guard.desc).equals(result)) {
            throw new IllegalStateException(
                    "the guard " + guard.name + guard.desc + " does not return " + result.getClassName());
        }
        InsnList body = new InsnList();
        for (int opcode : opcodes) {
            body.add(new InsnNode(opcode));
        }
        replaceBody(guard, body);
    }

    private static void replaceBody(MethodNode guard, InsnList body) {
        guard.instructions = body;
        guard.tryCatchBlocks = List.of();
        guard.localVariables = List.of();
        guard.visibleLocalVariableAnnotations = null;
        guard.invisibleLocalVariableAnnotations = null;
    }
}
