// A local web server with a test's responses: path → [status, content type, body].
import { createServer } from 'node:http';

/** Serves until `close()`; `asked` counts the requests for a path. */
export async function serve(answers) {
  const asked = new Map();
  const server = createServer(({ url }, response) => {
    asked.set(url, (asked.get(url) ?? 0) + 1);
    const [status, type, body] = answers[url] ?? [404, 'text/plain', 'there is no such file'];
    response.writeHead(status, type === undefined ? {} : { 'content-type': type });
    response.end(body);
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    asked: (path) => asked.get(path) ?? 0,
    close: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
