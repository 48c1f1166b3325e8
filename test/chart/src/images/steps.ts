/** The first three numbers of the containers' addresses. */
export const SUBNET = '10.99.1'

/** Values that let the edge reach a publisher on the host. */
export const publisherValues = (port: number) => ({
  publishers: { privateRanges: [`${SUBNET}.1/32`], privatePorts: [port], allowHttp: true },
})

/** Repository and tag of an image's name. */
export const splitTag = (image: string): [repository: string, tag: string] => [
  image.slice(0, image.lastIndexOf(':')),
  image.slice(image.lastIndexOf(':') + 1),
]

/** Does something, and says how long it took and what came of it. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAtMs = performance.now()
  const result = await work()
  const seconds = ((performance.now() - startedAtMs) / 1000).toFixed(1)
  console.log(`test:images: ${name} (${seconds} s)${typeof result === 'string' ? `: ${result}` : ''}`)
  return result
}
