// Writes what follows from elsewhere: the settings in values.schema.json, and the README's table of values.
import { writeFileSync } from 'node:fs'
import { currentSchema, schemaFile } from './values-schema.ts'
import { currentReadme, readmeFile } from './values-table.ts'

writeFileSync(schemaFile, await currentSchema())
writeFileSync(readmeFile, currentReadme())
