/** A cell of billing, and where its processes serve gRPC. */
export interface CellAddress {
  readonly name: string
  /** "host:port" or "dns:///host:port", several with commas between. */
  readonly address: string
}

/** How cells are written in a setting. */
export const CELLS_FORM = 'name=host:port,host:port;name=host:port'

const NAME = /^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/

const isCellName = (text: string): boolean => NAME.test(text)

/** Reads the list of all cells, the home cell first; undefined when it cannot be read. */
export function readCells(text: string): CellAddress[] | undefined {
  const cells = text
    .split(';')
    .map(part => part.trim())
    .filter(part => part !== '')
    .map(part => {
      const end = part.indexOf('=')
      return { name: part.slice(0, Math.max(0, end)), address: part.slice(end + 1) }
    })
  const areGood = cells.every(({ name, address }) => isCellName(name) && address !== '')
  const areDifferent = new Set(cells.map(({ name }) => name)).size === cells.length
  return cells.length > 0 && areGood && areDifferent ? cells : undefined
}

/** Writes what `readCells` reads. */
export const writeCells = (cells: readonly CellAddress[]): string =>
  cells.map(({ name, address }) => `${name}=${address}`).join(';')
