-- Keys may ask for digests of requests and answers. Few do, so they stand beside the usage records.

-- CreateTable
CREATE TABLE "call_digests" (
    "call_id" UUID NOT NULL,
    "request" BYTEA NOT NULL,
    "answer" BYTEA NOT NULL,

    CONSTRAINT "call_digests_pkey" PRIMARY KEY ("call_id")
);
