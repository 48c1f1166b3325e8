import { AppError } from '@mtg/errors'
import { IncompleteApplyError, MarketplaceError } from '@mtg/marketplace'

/** Exit codes: done, refused or failed, called wrongly. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

/** A failure that is explained to the person at the terminal, with what to do next. */
export class CliError extends Error {
  override readonly name = 'CliError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What to print for a failure, and which code to exit with. */
export function describeFailure(thrown: unknown): { code: string; message: string; exitCode: number } {
  if (thrown instanceof CliError) {
    return {
      code: thrown.exitCode === exitCodes.usage ? 'usage' : 'failed',
      message: thrown.message,
      exitCode: thrown.exitCode,
    }
  }
  if (thrown instanceof MarketplaceError) {
    return { code: 'invalid_marketplace', message: thrown.message, exitCode: exitCodes.failed }
  }
  if (thrown instanceof IncompleteApplyError) {
    return { code: 'incomplete', message: withKeys(thrown), exitCode: exitCodes.failed }
  }
  if (thrown instanceof AppError) return { code: thrown.code, message: explain(thrown), exitCode: exitCodes.failed }
  return {
    code: 'failed',
    message: thrown instanceof Error ? thrown.message : String(thrown),
    exitCode: exitCodes.failed,
  }
}

/** Keys are shown once, so those made before the failure must not be lost with it. */
function withKeys({ message, generatedKeys }: IncompleteApplyError): string {
  if (generatedKeys.length === 0) return message
  const keys = generatedKeys.map(({ email, name, key }) => `  ${email} (${name}): ${key}`)
  return [message, 'API keys that were made, shown only now:', ...keys].join('\n')
}

function explain(error: AppError): string {
  const { grpcStatus, callee } = error.detail
  if (grpcStatus === undefined) return `${error.message} (${error.code})`
  const service = typeof callee === 'string' ? callee : 'a service'
  return `${service} did not answer (${JSON.stringify(grpcStatus)}). Is the gateway running? Start it with: npm start`
}
