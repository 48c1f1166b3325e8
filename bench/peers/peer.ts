import type { CallShape } from '../edge/orders.ts'

/** What somebody would put before a publisher in place of this gateway. */
export interface Peer {
  readonly name: string
  /** As it is run, in one line: whoever repeats the figures does the same. */
  readonly settings: string
  /** Names the folder it is installed in. */
  readonly folder: string
  /** Whether it can be started without installing anything. */
  isHere(home: string): boolean
  /** Throws with what is missing. */
  install(home: string): Promise<void>
  start(place: Place): Promise<RunningPeer>
}

/** Where a peer lies, works and listens, and whom it passes calls on to. */
interface Place {
  readonly home: string
  /** Emptied afterwards. */
  readonly work: string
  readonly port: number
  /** Origin of the publisher. */
  readonly upstream: string
}

/** A peer that answers. */
interface RunningPeer {
  readonly version: string
  readonly pid: number
  /** How it wants to be asked for a chat completion. */
  readonly call: CallShape
  readonly stop: () => void
}
