// SPDX-License-Identifier: Apache-2.0
package io.quorate.testing.junit;

import io.quorate.api.Locks;
import io.quorate.testing.FencedRecorder;
import io.quorate.testing.LockCluster;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** Gives parameters of tests what belongs to a cluster. */
final class Injection {
    private Injection() {}

    static boolean isWanted(ParameterContext parameter) {
        Class<?> type = parameter.getParameter().getType();
        return type == LockCluster.class
                || type == Locks.class
                || type == FencedRecorder.class
                || (type == List.class && isOfLocks(parameter.getParameter().getParameterizedType()));
    }

    private static boolean isOfLocks(Type type) {
        return type instanceof ParameterizedType list && list.getActualTypeArguments()[0] == Locks.class;
    }

    static Object of(LockCluster cluster, ParameterContext parameter) {
        Class<?> type = parameter.getParameter().getType();
        if (type == LockCluster.class) {
            return cluster;
        }
        if (type == FencedRecorder.class) {
            return parameter.isAnnotated(Unchecked.class) ? cluster.uncheckedRecorder() : cluster.recorder();
        }
        return type == Locks.class ? node(cluster, parameter) : cluster.nodes();
    }

    private static Locks node(LockCluster cluster, ParameterContext parameter) {
        int number = parameter.findAnnotation(Node.class).map(Node::value).orElse(0);
        if (number < 0 || number >= cluster.size()) {
            throw new ParameterResolutionException("@Node(" + number + "): the cluster has " + cluster.size()
                    + " nodes, numbered from 0. Take another number, or @QuorateCluster(nodes = " + (number + 1)
                    + ").");
        }
        return cluster.node(number);
    }
}
