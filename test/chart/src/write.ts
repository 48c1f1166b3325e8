// Writes what follows from elsewhere: the settings in values.schema.json, users of bundled servers, and the README's table of values.
import { writeFileSync } from 'node:fs'
import { currentServerUsers, serverUsersFile } from './server-users.ts'
import { currentSchema, schemaFile } from './values-schema.ts'
import { currentReadme, readmeFile } from './values-table.ts'

writeFileSync(schemaFile, await currentSchema())
writeFileSync(serverUsersFile, currentServerUsers())
writeFileSync(readmeFile, currentReadme())
