// Original file: ../../proto/gateway/billing/v1/publisher_catalog_service.proto


export interface SetPublisherCredentialResponse {
}

export interface SetPublisherCredentialResponse__Output {
}
