import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ChangePasswordRequest as _gateway_auth_v1_ChangePasswordRequest, ChangePasswordRequest__Output as _gateway_auth_v1_ChangePasswordRequest__Output } from './gateway/auth/v1/ChangePasswordRequest.ts';
import type { ChangePasswordResponse as _gateway_auth_v1_ChangePasswordResponse, ChangePasswordResponse__Output as _gateway_auth_v1_ChangePasswordResponse__Output } from './gateway/auth/v1/ChangePasswordResponse.ts';
import type { ClaimPublisherRequest as _gateway_auth_v1_ClaimPublisherRequest, ClaimPublisherRequest__Output as _gateway_auth_v1_ClaimPublisherRequest__Output } from './gateway/auth/v1/ClaimPublisherRequest.ts';
import type { ClaimPublisherResponse as _gateway_auth_v1_ClaimPublisherResponse, ClaimPublisherResponse__Output as _gateway_auth_v1_ClaimPublisherResponse__Output } from './gateway/auth/v1/ClaimPublisherResponse.ts';
import type { FindEmailRequest as _gateway_auth_v1_FindEmailRequest, FindEmailRequest__Output as _gateway_auth_v1_FindEmailRequest__Output } from './gateway/auth/v1/FindEmailRequest.ts';
import type { FindEmailResponse as _gateway_auth_v1_FindEmailResponse, FindEmailResponse__Output as _gateway_auth_v1_FindEmailResponse__Output } from './gateway/auth/v1/FindEmailResponse.ts';
import type { GetAccountRequest as _gateway_auth_v1_GetAccountRequest, GetAccountRequest__Output as _gateway_auth_v1_GetAccountRequest__Output } from './gateway/auth/v1/GetAccountRequest.ts';
import type { GetAccountResponse as _gateway_auth_v1_GetAccountResponse, GetAccountResponse__Output as _gateway_auth_v1_GetAccountResponse__Output } from './gateway/auth/v1/GetAccountResponse.ts';
import type { LogInRequest as _gateway_auth_v1_LogInRequest, LogInRequest__Output as _gateway_auth_v1_LogInRequest__Output } from './gateway/auth/v1/LogInRequest.ts';
import type { LogInResponse as _gateway_auth_v1_LogInResponse, LogInResponse__Output as _gateway_auth_v1_LogInResponse__Output } from './gateway/auth/v1/LogInResponse.ts';
import type { PersonAccount as _gateway_auth_v1_PersonAccount, PersonAccount__Output as _gateway_auth_v1_PersonAccount__Output } from './gateway/auth/v1/PersonAccount.ts';
import type { PersonServiceClient as _gateway_auth_v1_PersonServiceClient, PersonServiceDefinition as _gateway_auth_v1_PersonServiceDefinition } from './gateway/auth/v1/PersonService.ts';
import type { ResetPasswordRequest as _gateway_auth_v1_ResetPasswordRequest, ResetPasswordRequest__Output as _gateway_auth_v1_ResetPasswordRequest__Output } from './gateway/auth/v1/ResetPasswordRequest.ts';
import type { ResetPasswordResponse as _gateway_auth_v1_ResetPasswordResponse, ResetPasswordResponse__Output as _gateway_auth_v1_ResetPasswordResponse__Output } from './gateway/auth/v1/ResetPasswordResponse.ts';
import type { SignUpRequest as _gateway_auth_v1_SignUpRequest, SignUpRequest__Output as _gateway_auth_v1_SignUpRequest__Output } from './gateway/auth/v1/SignUpRequest.ts';
import type { SignUpResponse as _gateway_auth_v1_SignUpResponse, SignUpResponse__Output as _gateway_auth_v1_SignUpResponse__Output } from './gateway/auth/v1/SignUpResponse.ts';
import type { VerifyEmailRequest as _gateway_auth_v1_VerifyEmailRequest, VerifyEmailRequest__Output as _gateway_auth_v1_VerifyEmailRequest__Output } from './gateway/auth/v1/VerifyEmailRequest.ts';
import type { VerifyEmailResponse as _gateway_auth_v1_VerifyEmailResponse, VerifyEmailResponse__Output as _gateway_auth_v1_VerifyEmailResponse__Output } from './gateway/auth/v1/VerifyEmailResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  gateway: {
    auth: {
      v1: {
        ChangePasswordRequest: MessageTypeDefinition<_gateway_auth_v1_ChangePasswordRequest, _gateway_auth_v1_ChangePasswordRequest__Output>
        ChangePasswordResponse: MessageTypeDefinition<_gateway_auth_v1_ChangePasswordResponse, _gateway_auth_v1_ChangePasswordResponse__Output>
        ClaimPublisherRequest: MessageTypeDefinition<_gateway_auth_v1_ClaimPublisherRequest, _gateway_auth_v1_ClaimPublisherRequest__Output>
        ClaimPublisherResponse: MessageTypeDefinition<_gateway_auth_v1_ClaimPublisherResponse, _gateway_auth_v1_ClaimPublisherResponse__Output>
        FindEmailRequest: MessageTypeDefinition<_gateway_auth_v1_FindEmailRequest, _gateway_auth_v1_FindEmailRequest__Output>
        FindEmailResponse: MessageTypeDefinition<_gateway_auth_v1_FindEmailResponse, _gateway_auth_v1_FindEmailResponse__Output>
        GetAccountRequest: MessageTypeDefinition<_gateway_auth_v1_GetAccountRequest, _gateway_auth_v1_GetAccountRequest__Output>
        GetAccountResponse: MessageTypeDefinition<_gateway_auth_v1_GetAccountResponse, _gateway_auth_v1_GetAccountResponse__Output>
        LogInRequest: MessageTypeDefinition<_gateway_auth_v1_LogInRequest, _gateway_auth_v1_LogInRequest__Output>
        LogInResponse: MessageTypeDefinition<_gateway_auth_v1_LogInResponse, _gateway_auth_v1_LogInResponse__Output>
        PersonAccount: MessageTypeDefinition<_gateway_auth_v1_PersonAccount, _gateway_auth_v1_PersonAccount__Output>
        PersonService: SubtypeConstructor<typeof grpc.Client, _gateway_auth_v1_PersonServiceClient> & { service: _gateway_auth_v1_PersonServiceDefinition }
        ResetPasswordRequest: MessageTypeDefinition<_gateway_auth_v1_ResetPasswordRequest, _gateway_auth_v1_ResetPasswordRequest__Output>
        ResetPasswordResponse: MessageTypeDefinition<_gateway_auth_v1_ResetPasswordResponse, _gateway_auth_v1_ResetPasswordResponse__Output>
        SignUpRequest: MessageTypeDefinition<_gateway_auth_v1_SignUpRequest, _gateway_auth_v1_SignUpRequest__Output>
        SignUpResponse: MessageTypeDefinition<_gateway_auth_v1_SignUpResponse, _gateway_auth_v1_SignUpResponse__Output>
        VerifyEmailRequest: MessageTypeDefinition<_gateway_auth_v1_VerifyEmailRequest, _gateway_auth_v1_VerifyEmailRequest__Output>
        VerifyEmailResponse: MessageTypeDefinition<_gateway_auth_v1_VerifyEmailResponse, _gateway_auth_v1_VerifyEmailResponse__Output>
      }
    }
  }
}

