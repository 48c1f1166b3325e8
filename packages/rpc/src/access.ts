import type { ServiceRef, services } from '@mtg/contracts'
import {
  administration,
  calls,
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
export const table: AccessTable = {
  auth: {
    AuthService: {
      Authenticate: ['edge-proxy', 'console', 'operator'],
      AuthenticateStream: ['edge-proxy', 'console', 'operator'],
      ListCallerChanges: ['edge-proxy', 'operator'],
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
      ListBuyers: inspection,
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
      Quote: ['edge-proxy', 'console', 'operator'],
      Capture: calls,
      Release: calls,
      ReserveStream: calls,
      SettleStream: calls,
      ReserveAhead: calls,
      ReserveNextStream: calls,
      ReleaseAhead: calls,
      GetReservation: queries,
      RefundCall: administration,
      ListOpenReservations: inspectionByReaders,
    },
    CatalogAdminService: {
      ApplyCatalog: operators,
      ListPublishers: inspection,
      SetPublisherStatus: administration,
    },
    CatalogService: {
      ListListings: queries,
      GetListing: queries,
    },
    CellService: {
      GetCellMap: ['edge-proxy', 'console', 'reader', 'operator'],
      ListCells: ['reader', 'operator'],
      MoveBuyer: operators,
    },
    // Beside this, cells may ask each other all that others may ask of them (`isPeer`).
    CellPeerService: {
      ListCatalogueChanges: ['billing'],
      PullCatalogue: ['billing'],
      GetCellState: ['billing'],
      CountAppUse: ['billing'],
      DigestCaptured: ['billing'],
      ListCaptured: ['billing'],
      ReadCaptured: ['billing'],
      FindUnknownCalls: ['billing'],
      ListCorrectedCalls: ['billing'],
      CollectPayable: ['billing'],
      TakeProcessorEvent: ['billing'],
      GetTestCheckout: ['billing'],
      ActOnTestCheckout: ['billing'],
      SendBuyer: ['billing'],
      TakeMovePart: ['billing'],
      GetMoveState: ['billing'],
      TakeIdempotencyCopies: ['billing'],
      AdmitBuyer: ['billing'],
      NoteBuyerMoved: ['billing'],
      ListTransfers: ['billing'],
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
    MonthService: {
      ListMonths: inspectionByReaders,
      VerifyMonth: inspection,
      SealMonths: operators,
      ExportMonths: operators,
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
