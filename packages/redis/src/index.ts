export {
  isRedisUrl,
  REDIS_URL_FORMS,
} from './address.ts'
export { openRedisFunctions, type RedisFunctions } from './functions.ts'
