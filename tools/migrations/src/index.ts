export { type SchemaOwner, schemaOf } from './job.ts'
export { type MigrationConfig, migrationSettings } from './job-settings.ts'
export { type DeployOptions, type DriftOptions, deploy, drift } from './migrate.ts'
export { type ProvisionOptions, provision, type ServiceSchema } from './provision.ts'
