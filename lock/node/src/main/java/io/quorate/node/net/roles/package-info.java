/**
 * The rights of the owner of a certificate at a node: vote, take locks, look, or revoke. Start with {@link
 * io.quorate.node.net.roles.Roles} and {@link io.quorate.node.net.roles.PeerRights}.
 */
@NullMarked
package io.quorate.node.net.roles;

import org.jspecify.annotations.NullMarked;
