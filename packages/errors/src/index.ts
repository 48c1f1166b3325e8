export { AppError, type AppErrorOptions, appError, toAppError } from './app-error.ts'
export {
  catalogue,
  type ErrorCode,
  type ErrorOwner,
  type ErrorRow,
  type GrpcStatusName,
  isErrorCode,
} from './catalogue.ts'
export { isOutage } from './outage.ts'
