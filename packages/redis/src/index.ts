export {
  isRedisUrl,
  parseRedisUrl,
  REDIS_URL_FORMS,
  type RedisAddress,
  type RedisLogin,
  type RedisNode,
} from './address.ts'
export { openRedisFunctions, type RedisFunctions, type RedisFunctionsOptions } from './functions.ts'
