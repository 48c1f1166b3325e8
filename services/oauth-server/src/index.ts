export { type OauthServer, startOauthServer } from './app.ts'
export { type OauthConfig, oauthSettings } from './config.ts'
