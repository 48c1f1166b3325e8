/** The gateway's public origin, which programs call; the console writes it into its page. */
export const gatewayUrl =
  document.querySelector<HTMLMetaElement>('meta[name="mtg-gateway"]')?.content || globalThis.location.origin

/** How anybody checks a signed document of this gateway, with an installation of `mtg`. */
export const verifyCommand = (fileName: string) =>
  `curl -s ${gatewayUrl}/.well-known/jwks.json -o jwks.json\nnpm run mtg -- receipt verify ${fileName} --jwks jwks.json`
