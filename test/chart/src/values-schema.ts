import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { chart, render, root } from './helm.ts'
import { named } from './manifests.ts'
import { type ChartedService, chartedServices, neverSettings } from './services.ts'

/** The schema of values. */
export const schemaFile = join(chart, 'values.schema.json')

/** Values with which every setting that the chart itself knows is set. */
export const everything = join(root, 'test/chart/values-everything.yaml')

/** What a component's `settings` may hold: what its service reads and no other value of the chart sets. */
export async function freeSettings(service: ChartedService): Promise<string[]> {
  const { manifests } = await render({ profiles: [everything] })
  const deployment = named(manifests, 'Deployment', `gw-mtg-${service.component}`)
  const set = (deployment.spec?.template.spec?.containers ?? []).flatMap(({ env }) =>
    (env ?? []).map(({ name }) => name),
  )
  return Object.keys(service.settings.shape).filter(name => !set.includes(name) && !neverSettings.includes(name))
}

/** The schema's text with the services' settings as their code has them now. */
export async function currentSchema(): Promise<string> {
  const schema = JSON.parse(readFileSync(schemaFile, 'utf8')) as { $defs: Record<string, unknown> }
  for (const service of chartedServices) {
    const names = await freeSettings(service)
    schema.$defs[`${service.block}Settings`] = {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(names.map(name => [name, settingSchema(service, name)])),
    }
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}

function settingSchema({ settings }: ChartedService, name: string) {
  const field = settings.shape[name]
  const description = field instanceof z.ZodType ? field.description : undefined
  return { description, type: ['string', 'number', 'boolean'] }
}
