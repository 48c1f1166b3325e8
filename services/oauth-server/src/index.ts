export { type OauthServer, startOauthServer } from './app.ts'
export { oauthSettings } from './config.ts'
