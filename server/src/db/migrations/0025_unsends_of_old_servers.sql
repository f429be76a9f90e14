-- no transaction
-- Goes on with 0013 and 0019: servers of the release before take a message back without what came with it, and know nothing of kind and
-- content. By these they are told from those of this release. The content in the store has no use any more and goes with the sweep.
-- A later release drops trigger and function.
CREATE OR REPLACE FUNCTION messages_with_media_unsent_by_old_servers() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW."payload" := jsonb_strip_nulls(jsonb_build_object('was', coalesce(OLD."content" ->> 'type', OLD."kind", OLD."message_type"),
    'media_sha256', (SELECT b."sha256" FROM "media" md JOIN "blobs" b ON b."key" = md."original_blob" WHERE md."message_id" = NEW."id")));
  NEW."kind" := 'unsent';
  NEW."content" := '{"kind": "unsent"}';
  UPDATE "media" SET "state" = 'gone', "reason" = 'unsent', "original_blob" = NULL, "preview_blob" = NULL, "file_name" = NULL,
    "lease_owner" = NULL, "leased_until" = NULL, "settled_at" = now() WHERE "message_id" = NEW."id";
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE OR REPLACE TRIGGER "messages_with_media_unsent_by_old_servers" BEFORE UPDATE OF "unsent_at" ON "messages" FOR EACH ROW
  WHEN (OLD."unsent_at" IS NULL AND NEW."unsent_at" IS NOT NULL AND NEW."kind" IS DISTINCT FROM 'unsent')
  EXECUTE FUNCTION messages_with_media_unsent_by_old_servers();--> statement-breakpoint
-- What they have taken back since 0019.
UPDATE "media" md SET "state" = 'gone', "reason" = 'unsent', "original_blob" = NULL, "preview_blob" = NULL, "file_name" = NULL,
  "lease_owner" = NULL, "leased_until" = NULL, "settled_at" = now()
FROM "messages" m WHERE m."id" = md."message_id" AND m."unsent_at" IS NOT NULL AND md."reason" IS DISTINCT FROM 'unsent';
