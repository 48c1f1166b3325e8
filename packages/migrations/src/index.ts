export { type DeployOptions, type DriftOptions, deploy, drift } from './migrate.ts'
export { type ProvisionOptions, provision, type ServiceSchema } from './provision.ts'
