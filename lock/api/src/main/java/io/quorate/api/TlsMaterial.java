// SPDX-License-Identifier: Apache-2.0
package io.quorate.api;

/** The certificate, key and trusted authorities of a node: files, or an {@code SSLContext}. */
public sealed interface TlsMaterial permits TlsFiles, TlsContext {}
