import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { answer, refusal } from './result.ts'

interface Unit {
  dimension: string
  /** What one of it is in the dimension's base unit. */
  factor: number
  /** Where its zero lies, in the base unit. */
  offset?: number
}

const units = new Map<string, Unit>([
  ...dimension('length', {
    m: 1,
    km: 1000,
    cm: 0.01,
    mm: 0.001,
    mi: 1609.344,
    yd: 0.9144,
    ft: 0.3048,
    in: 0.0254,
    nmi: 1852,
  }),
  ...dimension('mass', {
    kg: 1,
    g: 0.001,
    mg: 0.000_001,
    t: 1000,
    lb: 0.453_592_37,
    oz: 0.028_349_523_125,
    st: 6.350_293_18,
  }),
  ...dimension('volume', {
    l: 1,
    ml: 0.001,
    m3: 1000,
    gal: 3.785_411_784,
    qt: 0.946_352_946,
    pt: 0.473_176_473,
    floz: 0.029_573_529_562_5,
  }),
  ...dimension('area', { m2: 1, km2: 1_000_000, ha: 10_000, acre: 4046.856_422_4, ft2: 0.092_903_04 }),
  ...dimension('speed', { 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.447_04, kn: 1852 / 3600 }),
  ...dimension('time', { s: 1, ms: 0.001, min: 60, h: 3600, d: 86_400, wk: 604_800 }),
  ...dimension('data', {
    B: 1,
    kB: 1e3,
    MB: 1e6,
    GB: 1e9,
    TB: 1e12,
    KiB: 2 ** 10,
    MiB: 2 ** 20,
    GiB: 2 ** 30,
    TiB: 2 ** 40,
  }),
  ...dimension('energy', { J: 1, kJ: 1000, cal: 4.184, kcal: 4184, Wh: 3600, kWh: 3_600_000 }),
  ...dimension('pressure', { Pa: 1, hPa: 100, kPa: 1000, bar: 100_000, psi: 6894.757_293_168, atm: 101_325 }),
  ['K', { dimension: 'temperature', factor: 1 }],
  ['°C', { dimension: 'temperature', factor: 1, offset: 273.15 }],
  ['°F', { dimension: 'temperature', factor: 5 / 9, offset: 459.67 * (5 / 9) }],
])

const aliases: Record<string, string> = {
  C: '°C',
  F: '°F',
  celsius: '°C',
  fahrenheit: '°F',
  kelvin: 'K',
  L: 'l',
  kph: 'km/h',
}
const SIGNIFICANT_DIGITS = 12

function dimension(name: string, factors: Record<string, number>): [string, Unit][] {
  return Object.entries(factors).map(([unit, factor]) => [unit, { dimension: name, factor }])
}

/** Converts between two units of one dimension; throws a RangeError for units that are unknown or do not fit. */
export function convertUnits(value: number, from: string, to: string): number {
  const [source, target] = [find(from), find(to)]
  if (source.dimension !== target.dimension) {
    throw new RangeError(`${from} measures ${source.dimension}, but ${to} measures ${target.dimension}`)
  }
  const base = value * source.factor + (source.offset ?? 0)
  return Number(((base - (target.offset ?? 0)) / target.factor).toPrecision(SIGNIFICANT_DIGITS))
}

function find(name: string): Unit {
  const unit = units.get(name) ?? units.get(aliases[name] ?? '')
  if (unit === undefined) throw new RangeError(`unknown unit "${name}"; known are ${[...units.keys()].join(', ')}`)
  return unit
}

/** Every known unit by what it measures, for the resource that lists them. */
export function unitsByDimension(): Record<string, string[]> {
  const names = [...units].map(([name, unit]) => ({ name, dimension: unit.dimension }))
  return Object.fromEntries(
    Object.entries(Object.groupBy(names, row => row.dimension)).map(([key, rows]) => [
      key,
      (rows ?? []).map(row => row.name),
    ]),
  )
}

/** Registers `convert_units`. */
export function registerUnits(server: McpServer): void {
  server.registerTool(
    'convert_units',
    {
      title: 'Convert units',
      description:
        'Converts a quantity between units of length, mass, volume, area, speed, time, data, energy, pressure or temperature.',
      inputSchema: z.object({
        value: z.number().describe('the quantity'),
        from: z.string().describe('its unit, such as mi, lb, °F, GiB'),
        to: z.string().describe('the unit wanted, such as km, kg, °C, GB'),
      }),
      outputSchema: z.object({ value: z.number(), unit: z.string() }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ value, from, to }) => {
      try {
        const converted = convertUnits(value, from, to)
        return answer(`${value} ${from} = ${converted} ${to}`, { value: converted, unit: to })
      } catch (error) {
        if (error instanceof RangeError) return refusal(error.message)
        throw error
      }
    },
  )
}
