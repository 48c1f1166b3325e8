/** The gateway's public origin, which programs call; the console writes it into its page. */
export const gatewayUrl =
  document.querySelector<HTMLMetaElement>('meta[name="mtg-gateway"]')?.content || globalThis.location.origin
