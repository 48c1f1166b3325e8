import type { AppError } from './app-error.ts'

/** The gateway's error envelope. */
export interface ErrorEnvelope {
  readonly error: {
    readonly code: string
    readonly message: string
    readonly status: number
    /** A JSON pointer to the one field of the request that is at fault. */
    readonly field?: string
  }
}

/** An error as the gateway's HTTP APIs answer with it. */
export function errorEnvelope({ code, message, status, field }: AppError): ErrorEnvelope {
  return { error: { code, message, status, ...(field !== undefined && { field }) } }
}
