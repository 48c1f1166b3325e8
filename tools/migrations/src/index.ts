export { schemaOf } from './job.ts'
export { cellSettings, migrationSettings } from './job-settings.ts'
export { deploy, drift } from './migrate.ts'
export { provision, type ServiceSchema } from './provision.ts'
