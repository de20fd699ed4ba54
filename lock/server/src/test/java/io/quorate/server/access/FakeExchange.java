// SPDX-License-Identifier: Apache-2.0
package io.quorate.server.access;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A request without a connection, so that it can come from any address. */
final class FakeExchange extends HttpExchange {
    private final Headers sent = new Headers();
    private final Headers answered = new Headers();
    private final ByteArrayOutputStream answer = new ByteArrayOutputStream();
    private final String method;
    private final URI target;
    private final InetSocketAddress remote;
    private int status;

    FakeExchange(String method, String target, InetSocketAddress remote, String... headers) {
        this.method = method;
        this.target = URI.create(target);
        this.remote = remote;
        for (String header : headers) {
            String[] parts = header.split(": ", 2);
            sent.add(parts[0], parts[1]);
        }
    }

    String answer() {
        return answer.toString(StandardCharsets.UTF_8);
    }

    @Override
    public Headers getRequestHeaders() {
        return sent;
    }

    @Override
    public Headers getResponseHeaders() {
        return answered;
    }

    @Override
    public URI getRequestURI() {
        return target;
    }

    @Override
    public String getRequestMethod() {
        return method;
    }

    @Override
    public HttpContext getHttpContext() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        // there is no connection
    }

    @Override
    public InputStream getRequestBody() {
        return new ByteArrayInputStream(new byte[0]);
    }

    @Override
    public OutputStream getResponseBody() {
        return answer;
    }

    @Override
    public void sendResponseHeaders(int code, long length) {
        status = code;
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return remote;
    }

    @Override
    public int getResponseCode() {
        return status;
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public String getProtocol() {
        return "HTTP/1.1";
    }

    @Override
    public Object getAttribute(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setAttribute(String name, Object value) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setStreams(InputStream input, OutputStream output) {
        throw new UnsupportedOperationException();
    }

    @Override
    public HttpPrincipal getPrincipal() {
        throw new UnsupportedOperationException();
    }
}
