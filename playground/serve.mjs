// The web server of `npm run dev` and of the tests.

/**
 * Serves a directory to this machine alone; returns the address, whose port is a free one unless one is given. A
 * listener on all interfaces would show the page to the whole network.
 */
export async function serve(bundle, directory, port) {
  const { hosts, port: bound } = await bundle.serve({
    host: "127.0.0.1",
    servedir: directory,
    ...(port !== undefined && { port }),
  });
  return `http://${hosts[0]}:${bound}/`;
}
