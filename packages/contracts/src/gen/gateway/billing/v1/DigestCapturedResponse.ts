// Original file: ../../proto/gateway/billing/v1/cell_peer_service.proto

import type { CapturedDigest as _gateway_billing_v1_CapturedDigest, CapturedDigest__Output as _gateway_billing_v1_CapturedDigest__Output } from '../../../gateway/billing/v1/CapturedDigest.ts';

export interface DigestCapturedResponse {
  'digests'?: (_gateway_billing_v1_CapturedDigest)[];
}

export interface DigestCapturedResponse__Output {
  'digests': (_gateway_billing_v1_CapturedDigest__Output)[];
}
