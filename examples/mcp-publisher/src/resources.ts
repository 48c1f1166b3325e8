import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { unitsByDimension } from './tools/units.ts'

const json = (uri: URL, value: unknown) => ({
  contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(value, null, 2) }],
})

/** Registers the resources: what the tools know, to be read at no cost. */
export function registerResources(server: McpServer): void {
  server.registerResource(
    'units',
    'toolbox://units',
    { title: 'Units', description: 'Every unit that convert_units knows.', mimeType: 'application/json' },
    uri => json(uri, unitsByDimension()),
  )
  server.registerResource(
    'time-zone',
    new ResourceTemplate('toolbox://time-zones/{region}', { list: undefined }),
    { title: 'Time zones', description: 'The time zones of a region, such as Europe.', mimeType: 'application/json' },
    (uri, { region }) =>
      json(
        uri,
        Intl.supportedValuesOf('timeZone').filter(zone => zone.startsWith(`${String(region)}/`)),
      ),
  )
}
