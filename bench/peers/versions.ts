// What bench:peers installs, each from the registry its makers publish it in. To compare with newer ones, change them here; what is
// installed lies in a folder named after its version, so that nothing else has to be thrown away. nginx is the one that the
// machine has, or its Debian sources.

/** Versions of the peers. */
export const VERSIONS = {
  /** npm: @portkey-ai/gateway */
  portkey: '1.15.2',
  /** PyPI: litellm[proxy] */
  litellm: '1.103.7',
  /** Go: github.com/maximhq/bifrost/transports (not every module proxy hands it out) */
  bifrost: '1.3.9',
} as const
