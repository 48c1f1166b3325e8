import { freePort, isListening } from '@mtg/embedded'
import { waitUntilListening } from './readiness.ts'
import type { Supervised } from './supervisor.ts'

/** A publisher that comes with the project, so that there is something to call. */
interface SampleSpec {
  name: string
  entry: string
  /** The port that the marketplace file names. */
  filePort: number
}

/** The publishers of examples/marketplace.yaml. */
const sampleSpecs: SampleSpec[] = [
  { name: 'mcp-publisher', entry: 'examples/mcp-publisher/src/main.ts', filePort: 9101 },
  { name: 'llm-publisher', entry: 'examples/llm-publisher/src/main.ts', filePort: 9102 },
]

/** The sample publishers while they run. */
export interface Samples {
  processes: Supervised[]
  /** Replacements in the marketplace text, where a sample listens on another port than the file says. */
  substitutions: Record<string, string>
}

/** Starts every sample on the port wanted for it, or a free one when that is taken (by a second instance, say). */
export async function startSamples(
  wantedPorts: Record<string, number | undefined>,
  run: (spec: SampleSpec, env: Record<string, string>) => Supervised,
): Promise<Samples> {
  const samples: Samples = { processes: [], substitutions: {} }
  for (const spec of sampleSpecs) {
    const port = await freePort(wantedPorts[spec.name] ?? spec.filePort)
    const sample = run(spec, { PORT: String(port) })
    samples.processes.push(sample)
    if (port !== spec.filePort) samples.substitutions[origin(spec.filePort)] = origin(port)
    await waitUntilListening(sample, () => isListening(port))
  }
  return samples
}

const origin = (port: number) => `http://127.0.0.1:${port}`
