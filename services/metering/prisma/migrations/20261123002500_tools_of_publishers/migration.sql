-- Publishers ask what each tool of an app came to.
CREATE INDEX "usage_tools_publisher_username_app_name_day_idx" ON "usage_tools"("publisher_username", "app_name", "day");
