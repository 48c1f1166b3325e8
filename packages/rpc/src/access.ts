import { type ServiceRef, services } from '@mtg/contracts'
import { keysOf } from '@mtg/primitives'
import { type Callee, serviceOf } from './areas.ts'
import {
  acts,
  administration,
  calls,
  forOperators,
  inspection,
  inspectionByReaders,
  operators,
  ownReads,
  queries,
  reconciling,
  selfService,
} from './caller-groups.ts'
import type { Caller } from './callers.ts'
import type { MethodName } from './shapes.ts'

/** Who may call each method of a service. */
type MethodAccess<Ref> =
  Ref extends ServiceRef<infer Definition> ? Readonly<Record<MethodName<Definition>, readonly Caller[]>> : never

type AccessTable = {
  readonly [Area in keyof typeof services]: {
    readonly [Name in keyof (typeof services)[Area]]: MethodAccess<(typeof services)[Area][Name]>
  }
}

/** Who may call what. An RPC that is missing here does not compile, and who is not named may not call it. */
const table: AccessTable = {
  auth: {
    AuthService: {
      Authenticate: ['edge-proxy', 'console', 'operator'],
      AuthenticateStream: ['edge-proxy', 'console', 'operator'],
    },
    AccountService: {
      VerifyApiKey: ['oauth-server', 'operator'],
      GetApiKeyState: ['oauth-server', 'operator'],
      VerifyPassword: ['oauth-server', 'console', 'operator'],
      GetBuyer: queries,
      EndGrants: ['oauth-server', 'operator'],
    },
    AccountAdminService: {
      ApplyAccounts: operators,
      CreateApiKey: selfService,
      RevokeApiKey: selfService,
      SetApiKeyExpiry: selfService,
      ListApiKeys: ownReads,
      ListKeyMarks: ownReads,
      SetBuyerStatus: administration,
      DeleteBuyer: operators,
    },
    OperatorService: {
      AddOperator: operators,
      RemoveOperator: operators,
      ListOperators: inspection,
      GetOperator: ['console', 'billing', 'metering', 'oauth-server', 'edge-proxy', 'operator'],
    },
    AuditService: {
      ListAuditEntries: inspection,
      NoteAct: ['edge-proxy'],
      NoteOutcome: ['edge-proxy'],
    },
    PersonService: {
      SignUp: selfService,
      LogIn: ownReads,
      GetAccount: ownReads,
      FindEmail: ownReads,
      VerifyEmail: selfService,
      ChangePassword: selfService,
      ResetPassword: selfService,
      ClaimPublisher: selfService,
    },
  },
  billing: {
    ReservationService: {
      Reserve: calls,
      Quote: calls,
      Capture: calls,
      Release: calls,
      ReserveStream: calls,
      SettleStream: calls,
      GetReservation: queries,
      RefundCall: administration,
      ListOpenReservations: inspectionByReaders,
    },
    CatalogAdminService: {
      ApplyCatalog: operators,
      SetPublisherStatus: administration,
    },
    CatalogService: {
      ListListings: queries,
      GetListing: queries,
    },
    WalletService: {
      GetWallet: queries,
      ListWalletMarks: ownReads,
      ListJournalEntries: queries,
    },
    IdempotencyService: {
      BeginAttempt: calls,
      RenewAttempt: calls,
      FinishAttempt: calls,
      AbandonAttempt: calls,
    },
    KeyLimitsService: {
      SetKeyLimits: selfService,
      ApplyKeyLimits: operators,
      GetKeyLimits: queries,
      ListKeySpending: queries,
    },
    TaskService: {
      KeepTask: calls,
      ConfirmTask: calls,
      FindTask: calls,
      LeaseDueTasks: calls,
      ListTasks: ['reader', 'operator'],
    },
    LedgerService: {
      VerifyLedger: inspection,
      Reconcile: administration,
      ListEntries: ['reader', 'operator'],
      ListBalances: ['reader', 'operator'],
      ListPeriods: inspectionByReaders,
      VerifyPeriod: inspection,
      SealPeriods: operators,
      ExportPeriods: operators,
    },
    PurchaseService: {
      ObtainPurchase: selfService,
      CancelPurchase: selfService,
      DeactivatePurchase: administration,
      ActivatePurchase: administration,
      ExpirePurchase: administration,
      RenewPurchase: selfService,
      GetPurchase: queries,
      ListPurchases: ['edge-proxy', ...queries],
    },
    TopUpService: {
      CreateTopUp: selfService,
      GetTopUp: queries,
      ListTopUps: queries,
      ListReversals: inspection,
      RefundTopUp: administration,
    },
    StatementService: {
      ListStatementMonths: queries,
      GetMonthlyStatement: queries,
    },
    AuditService: {
      ListAuditEntries: inspection,
    },
    PublisherCatalogService: {
      RegisterPublisher: selfService,
      GetPublisher: queries,
      SetPublisherCredential: selfService,
      GetProbeCredential: calls,
      ListPublisherApps: queries,
      GetPublisherApp: queries,
      PutPublisherApp: selfService,
      DeletePublisherApp: selfService,
      SaveAppListing: selfService,
      RehearsePrices: ownReads,
    },
    PublisherAccountService: {
      GetEarnings: queries,
      ConnectPayoutAccount: selfService,
      DisconnectPayoutAccount: selfService,
      CreatePayout: selfService,
      ListPayouts: queries,
      GetStatement: queries,
    },
  },
  edge: {
    CircuitService: {
      ListCircuits: queries,
      ResetCircuit: administration,
    },
    ProbeService: {
      ProbeUpstream: ownReads,
    },
  },
  metering: {
    UsageService: {
      RecordUsage: reconciling,
      RecordUsageStream: reconciling,
      RecordUsageBatch: reconciling,
      ListUsage: ['edge-proxy', ...queries],
      SummarizeUsage: queries,
      SummarizeUsageBy: queries,
      ListCalls: queries,
      SummarizeOutcomes: queries,
      ListKeyUses: queries,
      ListCallMarks: ownReads,
      GetCall: queries,
      CountUsage: reconciling,
      FindMissingUsage: reconciling,
      DigestUsage: reconciling,
      RetractUsage: reconciling,
      ListRecordedCalls: reconciling,
      ListUnconfirmedCalls: reconciling,
      ConfirmCalls: reconciling,
    },
    PublisherUsageService: {
      SummarizePublisherUsage: queries,
      SummarizeFailures: queries,
      ListFailures: queries,
    },
    StageService: {
      SummarizeStages: inspectionByReaders,
    },
    QualityService: {
      ListAppQuality: queries,
    },
    AuditService: {
      ListAuditEntries: inspection,
    },
    DeadLetterService: {
      ListDeadLetters: inspection,
      ReplayDeadLetters: administration,
    },
  },
  oauth: {
    IdentityService: {
      IssueBuyerIdentity: calls,
    },
    GrantService: {
      ListGrants: ownReads,
      RevokeGrant: selfService,
    },
    AuditService: {
      ListAuditEntries: inspection,
    },
    // Who signs for the gateway says what the gateway has said: nobody else's word is signed.
    DocumentService: {
      SignDocument: ['console'],
    },
    SigningKeyService: {
      ListSigningKeys: inspection,
      RotateSigningKey: administration,
    },
  },
}

/** A method with those who may call it. */
export interface MethodRow {
  /** As on the wire: "/gateway.billing.v1.WalletService/GetWallet". */
  readonly path: string
  readonly callee: Callee
  readonly callers: readonly Caller[]
  /** The console may call it for an account that is an operator, and for no other. */
  readonly isForOperators: boolean
  /** Done by an operator it is an administrative act: it leaves a line in the audit log. */
  readonly isAct: boolean
}

/** Who may call what, by the names of services and of their methods. */
type MethodTable = Readonly<Record<string, Readonly<Record<string, readonly Caller[]>>>>

/** Every method of the gateway. */
export const methodRows: readonly MethodRow[] = keysOf(table).flatMap(area =>
  Object.entries<ServiceRef<unknown>>(services[area]).flatMap(([service, ref]) => {
    const rows: MethodTable = table[area]
    const methods = rows[service] ?? {}
    return Object.entries(methods).map(([method, allowed]) => ({
      path: `/${ref.name}/${method}`,
      callee: serviceOf[area],
      callers: allowed,
      isForOperators: forOperators.has(allowed),
      isAct: acts.has(allowed),
    }))
  }),
)

const rowsByPath = new Map(methodRows.map(row => [row.path, row]))

/** The row of a method, by its path. */
export const methodRow = (path: string): MethodRow | undefined => rowsByPath.get(path)

const callersByPath = new Map(methodRows.map(row => [row.path, new Set(row.callers)]))

/** Who may learn what a server serves. */
const reflecting: ReadonlySet<Caller> = new Set(['operator', 'reader'])

/** What probes ask, without an identity: kubelets and load balancers have none. */
const HEALTH_CHECK = '/grpc.health.v1.Health/Check'

/** Whether a method is for everybody. */
export const isOpen = (path: string): boolean => path === HEALTH_CHECK

/** Whether the caller may call the method. Deny by default: a method of no row is for nobody. */
export function mayCall(caller: Caller, path: string): boolean {
  if (path.startsWith('/grpc.reflection.')) return reflecting.has(caller)
  if (path.startsWith('/grpc.health.')) return true
  return callersByPath.get(path)?.has(caller) ?? false
}

/** Those who may call anything at all of a service. */
export function callersOf(callee: Callee): Caller[] {
  return [...new Set(methodRows.filter(row => row.callee === callee).flatMap(row => row.callers))]
}
