export { AppError, appError, toAppError } from './app-error.ts'
export {
  catalogue,
  type ErrorCode,
  type ErrorOwner,
  isErrorCode,
} from './catalogue.ts'
export { errorEnvelope } from './envelope.ts'
export { isOutage } from './outage.ts'
