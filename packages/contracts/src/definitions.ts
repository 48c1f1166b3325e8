import { globSync } from 'node:fs'
import { join } from 'node:path'
import type * as grpc from '@grpc/grpc-js'
import { loadSync, type PackageDefinition } from '@grpc/proto-loader'
import type * as auth from './gen/auth.ts'
import type * as billing from './gen/billing.ts'
import type * as edge from './gen/edge.ts'
import type * as metering from './gen/metering.ts'
import type * as oauth from './gen/oauth.ts'

/** The folder with every .proto file of the gateway. */
const protoDir = join(import.meta.dirname, '../../../proto')

/** 64-bit integers are strings, enums are names, absent fields have defaults. */
function load(files: string): PackageDefinition {
  return loadSync(globSync(files, { cwd: protoDir }), {
    includeDirs: [protoDir],
    longs: String,
    enums: String,
    defaults: true,
    oneofs: true,
  })
}

const loaded = new Map<string, PackageDefinition>()

/**
 * The messages and services of a package, such as "gateway.billing.v1", and of what its files import. They are read when they
 * are first asked for: no process needs all packages, and reading one takes some hundredths of a second.
 */
export function definitionsOf(packageName: string): PackageDefinition {
  const known = loaded.get(packageName)
  if (known !== undefined) return known
  const definitions = load(`${packageName.replaceAll('.', '/')}/*.proto`)
  loaded.set(packageName, definitions)
  return definitions
}

/** The messages and services of all packages. */
export const allDefinitions = (): PackageDefinition => load('gateway/**/*.proto')

/** A gRPC service: its full name, its wire definition, and in the type parameter the shapes of its methods. */
export interface ServiceRef<Definition> {
  readonly name: string
  readonly definition: grpc.ServiceDefinition
  /** Never set: it only carries the type. */
  readonly shapes?: Definition
}

function service<Definition>(name: string): ServiceRef<Definition> {
  return {
    name,
    get definition() {
      const definition = definitionsOf(name.slice(0, name.lastIndexOf('.')))[name]
      if (definition === undefined || 'format' in definition) throw new Error(`proto/ declares no service ${name}`)
      return definition
    },
  }
}

/** Every service of the gateway, by area. */
export const services = {
  auth: {
    AuthService: service<auth.AuthServiceDefinition>('gateway.auth.v1.AuthService'),
    AccountService: service<auth.AccountServiceDefinition>('gateway.auth.v1.AccountService'),
    AccountAdminService: service<auth.AccountAdminServiceDefinition>('gateway.auth.v1.AccountAdminService'),
    OperatorService: service<auth.OperatorServiceDefinition>('gateway.auth.v1.OperatorService'),
    AuditService: service<auth.AuditServiceDefinition>('gateway.auth.v1.AuditService'),
    PersonService: service<auth.PersonServiceDefinition>('gateway.auth.v1.PersonService'),
  },
  billing: {
    ReservationService: service<billing.ReservationServiceDefinition>('gateway.billing.v1.ReservationService'),
    CatalogAdminService: service<billing.CatalogAdminServiceDefinition>('gateway.billing.v1.CatalogAdminService'),
    CatalogService: service<billing.CatalogServiceDefinition>('gateway.billing.v1.CatalogService'),
    CellService: service<billing.CellServiceDefinition>('gateway.billing.v1.CellService'),
    CellPeerService: service<billing.CellPeerServiceDefinition>('gateway.billing.v1.CellPeerService'),
    WalletService: service<billing.WalletServiceDefinition>('gateway.billing.v1.WalletService'),
    IdempotencyService: service<billing.IdempotencyServiceDefinition>('gateway.billing.v1.IdempotencyService'),
    KeyLimitsService: service<billing.KeyLimitsServiceDefinition>('gateway.billing.v1.KeyLimitsService'),
    TaskService: service<billing.TaskServiceDefinition>('gateway.billing.v1.TaskService'),
    LedgerService: service<billing.LedgerServiceDefinition>('gateway.billing.v1.LedgerService'),
    PurchaseService: service<billing.PurchaseServiceDefinition>('gateway.billing.v1.PurchaseService'),
    TopUpService: service<billing.TopUpServiceDefinition>('gateway.billing.v1.TopUpService'),
    PublisherCatalogService: service<billing.PublisherCatalogServiceDefinition>(
      'gateway.billing.v1.PublisherCatalogService',
    ),
    StatementService: service<billing.StatementServiceDefinition>('gateway.billing.v1.StatementService'),
    AuditService: service<billing.AuditServiceDefinition>('gateway.billing.v1.AuditService'),
    PublisherAccountService: service<billing.PublisherAccountServiceDefinition>(
      'gateway.billing.v1.PublisherAccountService',
    ),
  },
  edge: {
    ProbeService: service<edge.ProbeServiceDefinition>('gateway.edge.v1.ProbeService'),
    CircuitService: service<edge.CircuitServiceDefinition>('gateway.edge.v1.CircuitService'),
  },
  metering: {
    UsageService: service<metering.UsageServiceDefinition>('gateway.metering.v1.UsageService'),
    PublisherUsageService: service<metering.PublisherUsageServiceDefinition>(
      'gateway.metering.v1.PublisherUsageService',
    ),
    StageService: service<metering.StageServiceDefinition>('gateway.metering.v1.StageService'),
    QualityService: service<metering.QualityServiceDefinition>('gateway.metering.v1.QualityService'),
    AuditService: service<metering.AuditServiceDefinition>('gateway.metering.v1.AuditService'),
    MonthService: service<metering.MonthServiceDefinition>('gateway.metering.v1.MonthService'),
    DeadLetterService: service<metering.DeadLetterServiceDefinition>('gateway.metering.v1.DeadLetterService'),
  },
  oauth: {
    IdentityService: service<oauth.IdentityServiceDefinition>('gateway.oauth.v1.IdentityService'),
    GrantService: service<oauth.GrantServiceDefinition>('gateway.oauth.v1.GrantService'),
    AuditService: service<oauth.AuditServiceDefinition>('gateway.oauth.v1.AuditService'),
    DocumentService: service<oauth.DocumentServiceDefinition>('gateway.oauth.v1.DocumentService'),
    SigningKeyService: service<oauth.SigningKeyServiceDefinition>('gateway.oauth.v1.SigningKeyService'),
  },
}
