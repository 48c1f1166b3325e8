/** Where the files of months are kept. */
export interface Archive {
  /** Says where, to people. */
  readonly location: string
  /** Writes a file whole or not at all, compressed by gzip when its name says so; one that is there is replaced. */
  write(name: string, chunks: AsyncIterable<string>): Promise<void>
  /** The content of a file, not compressed. Rejects when there is none. */
  read(name: string): AsyncIterable<Uint8Array>
}
