export { schemaOf } from './job.ts'
export { migrationSettings } from './job-settings.ts'
export { deploy, drift } from './migrate.ts'
export { provision, type ServiceSchema } from './provision.ts'
